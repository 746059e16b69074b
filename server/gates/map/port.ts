// Pictures of a map (docs/product/delivery.md#map).

export type TileAsked = { z: number; x: number; y: number };
export type Tile = { type: string; bytes: Buffer };
/** `not_there`: no such picture. `silent`: nobody has answered in time, or what came is no picture. */
export type TileAnswer = Tile | 'not_there' | 'silent';
/** Never throws. */
export type TileGate = { get(asked: TileAsked): Promise<TileAnswer> };
