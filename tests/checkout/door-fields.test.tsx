// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { DoorFields } from '#src/features/checkout/DoorFields.tsx';
import { emptyDraft } from '#src/features/checkout/draft.rules.ts';
import { onScreen } from '#tests/support/on-screen.tsx';

// The fields for a courier; docs/product/checkout.md#door.

const fixed: string[] = [];
async function open(error?: string) {
  const drawn = onScreen(
    <DoorFields error={error} onFix={() => fixed.push('flat')} onEnter={() => fixed.push('enter')} />,
  );
  const address = { country_id: 1, city_id: 3, street: 'ул. Мира', house: '14' } as const;
  await act(async () =>
    drawn.store.set(writeDraftAtom, {
      ...emptyDraft(),
      where: 'Томск, ул. Мира, 14',
      place: { city: 'Томск', region: '', lat: 0, lon: 0, address },
    }),
  );
  return drawn;
}
const flat = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Квартира' });

it('a flat that is typed stands in the line too, and mends its fault', async () => {
  const { user, store } = await open('Укажите квартиру или отметьте «Частный дом»');
  expect(flat()?.getAttribute('aria-invalid')).toBe('true');
  await user.type(flat()!, '8');
  expect(store.get(draftAtom)?.where.replaceAll('\u00a0', ' ')).toBe('Томск, ул. Мира, 14, кв. 8');
  expect(fixed).not.toEqual([]);
});
it('Enter goes on', async () => {
  const { user } = await open();
  fixed.length = 0;
  await user.type(flat()!, '{Enter}');
  expect(fixed).toEqual(['enter']);
});
it('a private house asks for no flat and loses none that was typed', async () => {
  const { user, store } = await open();
  await user.type(flat()!, '8');
  const box = screen.getByRole('checkbox', { name: 'Частный дом' });
  await user.click(box);
  expect(flat()).toBeNull();
  expect(store.get(draftAtom)?.where).toBe('Томск, ул. Мира, 14');
  await user.click(box);
  expect(flat()?.value).toBe('8');
});
it('what the courier should know is kept with every key', async () => {
  const { user, store } = await open();
  await user.type(screen.getByRole('textbox', { name: 'Курьеру' }), 'Подъезд 2');
  expect(store.get(draftAtom)?.door.note).toBe('Подъезд 2');
});
