/** One pack: what stands on its label and which subcategory dresses it. `form` may be a pack name. */
export type PackSpec = {
  title: string;
  subtitle?: string;
  code: string;
  category: number;
  form?: string;
  volume?: string;
  bad?: boolean;
};
export type Outline = (
  text: string,
  weight?: number,
  track?: number,
) => { cmds: [string, ...number[]][]; width: number };
export function packShot(spec: PackSpec, options?: { outline?: Outline; cutout?: boolean }): string;
export function packOf(spec: { title?: string; form?: string; category: number }): string;
export const CUT: [number, number, number, number];
export const FRAME: Record<string, [number, number]>;
/** Colours that dress a subcategory, as hex. */
export function toneOf(
  category: number,
  title?: string,
  code?: string,
): { deep: string; ink: string; inkSoft: string; accent: string };
/** The sprout of the brand in a box of 100 × 100. */
export const MARK: readonly (readonly [string, ...number[]])[];
