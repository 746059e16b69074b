import { describe, expect, it } from 'vitest';
import { packList, unpackList } from '#contract/catalogue-pack.ts';
import { FREE_OF, forbiddenBits, UNKNOWN_ADVICE, UNKNOWN_CONTENT } from '#contract/free-of.ts';
import { holdsOf } from '#server/features/catalogue/holds.rules.ts';
import { demoProducts } from '#server/demo/products/build.ts';
import { row } from '#tests/support/list-row.ts';

const label = (composition: string[], contraindications = '', more: { form?: string; isBad?: boolean } = {}) =>
  holdsOf({ form: 'снек', isBad: false, composition, contraindications, ...more });
const keysOf = (bits: number) => FREE_OF.filter(({ bit }) => (bits & bit) !== 0).map(({ key }) => key);

describe('what a label names', () => {
  it.each([
    ['молоко сухое', ['moloko']],
    ['белок молочной сыворотки', ['moloko']],
    ['сухое кокосовое молоко', []],
    ['лиофилизат лактобактерий', []],
    ['мука овсяная', ['gluten']],
    ['экстракт корня солодки', []],
    ['хлопья ржаные', ['gluten']],
    ['ядро кедрового ореха', ['orehi']],
    ['гидролизат коллагена рыбного', ['ryba']],
    ['мёд', ['med']],
    ['масло семян медвежьего ореха', ['orehi']],
    ['соевый лецитин', ['soya']],
    ['глюкоза', ['sahar']],
    ['глюкозамина сульфат', []],
    ['фруктоолигосахариды', []],
    ['аскорбилглюкозид', []],
    ['желатин (капсула)', ['zhelatin']],
  ])('«%s»', (words, keys) => {
    expect(keysOf(label([words]))).toEqual(keys);
  });

  it('an allergy among the contraindications counts as what is inside, advice only when it is advised against', () => {
    const bits = label(['вода'], 'Беременность, кормление грудью, аллергия на рыбу, повышенное артериальное давление.');
    expect(keysOf(bits)).toEqual(['ryba', 'beremennost', 'davlenie']);
    expect(keysOf(label(['настой для беременных'], ''))).toEqual([]);
  });

  it('a label that says nothing, and a set of other products, are free of nothing', () => {
    const free = (bits: number, key: string) => (bits & forbiddenBits([key])) === 0;
    for (const bits of [label([]), label(['Витамин C'], '', { form: 'набор' })])
      for (const { key, kind } of FREE_OF)
        expect({ key, free: free(bits, key) }).toEqual({ key, free: kind === 'advice' });
    const silent = label(['вода'], '', { isBad: true });
    expect(silent & UNKNOWN_ADVICE).toBe(UNKNOWN_ADVICE);
    expect(free(silent, 'davlenie')).toBe(false);
    expect(free(silent, 'moloko')).toBe(true);
  });

  it('every supplement for adults says whether it may be taken while pregnant', () => {
    const told = demoProducts(new Date('2026-11-22T00:00:00Z')).filter((one) => one.isBad && !(one.ageFrom ?? 0));
    const without = told.filter((one) => {
      const { form = '', isBad = false, composition = [], contraindications = '' } = one;
      return !keysOf(holdsOf({ form, isBad, composition, contraindications })).includes('beremennost');
    });
    expect(without.map(({ title }) => title)).toEqual([]);
  });
});

describe('on the wire', () => {
  it('goes and comes with the rows; a shard of an older shop knows nothing of it', () => {
    const rows = [row(1, { holds: 514 }), row(2, { holds: 0 })];
    const shard = packList(rows);
    expect(unpackList(shard)?.map(({ holds }) => holds)).toEqual([514, 0]);
    expect(packList([row(1)])).not.toHaveProperty('holds');
    expect(unpackList(packList([row(1)]))?.[0]).not.toHaveProperty('holds');
    expect(unpackList({ ...shard, holds: [1] })).toBeNull();
    expect(unpackList(packList([row(1, { holds: 2 }), row(2)]))?.[1]?.holds).toBe(UNKNOWN_CONTENT);
  });
  it('bits and keys are each used once', () => {
    const bits = [UNKNOWN_CONTENT, UNKNOWN_ADVICE, ...FREE_OF.map(({ bit }) => bit)];
    expect(new Set(bits).size).toBe(bits.length);
    for (const bit of bits) expect(Number.isInteger(Math.log2(bit))).toBe(true);
    expect(new Set(FREE_OF.map(({ key }) => key)).size).toBe(FREE_OF.length);
    expect(forbiddenBits(['no-such-key'])).toBe(0);
  });
});
