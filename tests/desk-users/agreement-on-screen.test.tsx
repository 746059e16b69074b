// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeskPerson } from '#contract/desk-users.ts';
import { PersonActs } from '#src/staff/desk/users/PersonActs.tsx';
import { onScreen } from '#tests/support/on-screen.tsx';

// What the card of a person says of the end of an agreement (docs/product/network.md#end-of-an-agreement).

const CARD: DeskPerson = {
  person: { id: 9, name: 'Семён Тихий', role: 'client', cons_id: null, is_operator: false, state: 'active', version: 1, email: null, phone: null, city: null, registered_at: '2024-05-01T09:00:00.000Z', readonly: null, merged_into: null }, // prettier-ignore
  permissions: [],
  own: [],
  grantable: [],
  roles: ['client'],
  closed: null,
  is_self: false,
  points: [],
  sponsor: null,
  move: null,
  people: 0,
  agreement: null,
  application: null,
  orders: 0,
  journal: [],
};
const ENDED = { step: 'ended', at: '2026-12-03T22:00:00.000Z', period: 202611, months: 12, cons_id: '01000157', heir: { id: 4, name: 'Анна Первая', cons_id: '01000004' }, consultants: 3, clients: 2 } as const; // prettier-ignore
const textOf = (agreement: DeskPerson['agreement']): string => {
  onScreen(<PersonActs card={{ ...CARD, agreement }} off={false} />, () => null);
  const heading = screen.queryByRole('heading', { name: 'Соглашение консультанта' });
  return (heading?.parentElement?.textContent ?? '').replaceAll('\u00a0', ' ');
};

it('names the day in Moscow, the silence, the number that is gone and who has the first line', () => {
  expect(textOf(ENDED)).toBe(
    'Соглашение консультантаПрекращено 4 декабря 2026 г.: 12 закрытых месяцев подряд без активности, последний — ноябрь 2026. ' +
      'Рег. номер 01000157 никому больше не достанется.Первая линия (консультантов — 3, клиентов — 2) перешла: Анна Первая, 01000004',
  );
  expect(screen.getByRole('link', { name: 'Анна Первая, 01000004' }).getAttribute('href')).toBe('/desk/users/4');
});
it('says of a warning that one more such month ends it, and nothing where there is nothing to say', () => {
  expect(textOf({ ...ENDED, step: 'warned', months: 11, heir: null })).toContain(
    'Предупреждение 4 декабря 2026 г.: 11 закрытых месяцев подряд без активности, последний — ноябрь 2026. Ещё один такой месяц',
  );
});
it('has no such row for anybody else', () => {
  expect(textOf(null)).toBe('');
});
