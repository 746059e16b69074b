/** Price in roubles: one, or a range of which the hash of the code picks a step of ten (docs/product/demo.md#range). */
export type DemoPrice = number | readonly [from: number, to: number];
export type SupplementRow = readonly [
  code: string, title: string, subtitle: string, price: DemoPrice, form: string, net: string, weightGrams: number,
  take: string, actives: string, source: string, target: string, more: string, composition: string,
]; // prettier-ignore
export type GoodsRow = readonly [
  code: string, title: string, subtitle: string, price: DemoPrice, form: string, net: string, weightGrams: number,
  text: string, composition: string, usage?: string,
]; // prettier-ignore
export type CareRow = readonly [
  code: string, title: string, subtitle: string, price: DemoPrice, form: string, net: string, weightGrams: number,
  text: string, base: string, actives: string, usage?: string,
]; // prettier-ignore
