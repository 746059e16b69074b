/** Sides of a parcel in centimetres. Products have no measures of their own, so its weight tells the box (docs/decisions/206). */
export type Box = { length: number; width: number; height: number };
const BOXES: readonly (Box & { upToGrams: number })[] = [
  { upToGrams: 1000, length: 22, width: 16, height: 10 },
  { upToGrams: 3000, length: 30, width: 22, height: 15 },
  { upToGrams: 10_000, length: 40, width: 30, height: 25 },
];
const LARGEST: Box = { length: 60, width: 40, height: 40 };

export function boxOf(grams: number): Box {
  const { length, width, height } = BOXES.find(({ upToGrams }) => grams <= upToGrams) ?? LARGEST;
  return { length, width, height };
}
