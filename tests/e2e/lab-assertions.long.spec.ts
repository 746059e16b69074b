import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Person } from '#tests/e2e/support/offline-lab-shop.ts';
import { expectExactlyOnce } from '#tests/e2e/support/offline-lab-queue.ts';
import { expect, type OfflineLab, test } from '#tests/e2e/support/offline-lab.ts';

// The three assertions themselves: they hold for what has been done, and each of them can fail.

type Sent = { method?: string; path: string; body?: object; key?: string };

/** A request as the outbox sends it, without the outbox. */
async function send(page: Page, { owner }: Person, { method = 'POST', path, body, key = randomUUID() }: Sent) {
  const answer = await page.evaluate(
    async ({ method, path, body, headers }) => {
      const answer = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
      return { http: answer.status, text: await answer.text() };
    },
    {
      method,
      path,
      body,
      headers: {
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        'X-Requested-With': 'rostok',
        'X-Client-User': owner,
        'Idempotency-Key': key,
      },
    },
  );
  expect(answer.http, answer.text).toBe(200);
  return key;
}

/** Somebody is logged in on a page of the shop's origin that runs no app. */
async function enter(page: Page, lab: OfflineLab, person: Person): Promise<void> {
  const body = '<title>пусто</title>';
  const headers = { 'Content-Type': 'text/html' };
  const match = ({ path }: { path: string }) => path === '/blank' || path === '/favicon.ico';
  lab.proxy.fault({ kind: 'answer', http: 200, headers, body }, { match });
  await lab.switchUser(person);
  await page.goto('/blank');
}

const itemOf = async (lab: OfflineLab, where: string) =>
  (await lab.shop.sql<{ id: number; title: string }>(`select id, title from ${where} order by id limit 1`))[0]!;
const goods = (lab: OfflineLab) => itemOf(lab, 'products where published and stock_qty >= 30');
const change = (id: number) => ({ path: '/cart/change', body: { cartType: 0, items: [{ product_id: id, delta: 1 }] } });

test('the owner: what was done for somebody else is seen, a guest’s account is the guest', async ({ page, lab }) => {
  const [person, other] = [await lab.person('client'), await lab.person('client')];
  const product = await goods(lab);
  await enter(page, lab, person);
  const key = await send(page, person, change(product.id));
  const intents = [{ by: [person.owner], product, pieces: 1 }];
  await expectExactlyOnce(lab, page, intents);

  const forge = (owner: string) => lab.shop.sql('update test_ledger set owner = $2 where key = $1', [key, owner]);
  await forge(other.owner);
  await expect(expectExactlyOnce(lab, page, intents)).rejects.toThrow(/done for somebody else/);
  const guest = randomUUID();
  await forge(`guest:${guest}`);
  await expect(expectExactlyOnce(lab, page, intents)).rejects.toThrow(/done for somebody else/);
  await lab.shop.sql('insert into guests (guest_id, user_id) values ($1, $2)', [guest, other.id]);
  await expect(expectExactlyOnce(lab, page, intents)).rejects.toThrow(/done for somebody else/);
  await lab.shop.sql('update guests set user_id = $2 where guest_id = $1', [guest, person.id]);
  await expectExactlyOnce(lab, page, intents);
});

test('the executions: too few, too many and what nobody asked for are seen', async ({ page, lab }) => {
  const person = await lab.person('client');
  const [product, by] = [await goods(lab), [person.owner]];
  await enter(page, lab, person);
  const key = await send(page, person, change(product.id));
  await expect(expectExactlyOnce(lab, page, [{ by, product, pieces: 2 }])).rejects.toThrow(/what the person meant/);
  await expect(expectExactlyOnce(lab, page, [{ by, product, heart: true }])).rejects.toThrow(/what the person meant/);
  await expect(expectExactlyOnce(lab, page, [])).rejects.toThrow(/nobody asked for/);
  // The same key again does nothing; a shop that did it would show it.
  await send(page, person, { ...change(product.id), key });
  await expectExactlyOnce(lab, page, [{ by, product, pieces: 1 }]);
  await lab.shop.sql(
    `insert into test_ledger (key, owner, person, call, kind, cart, target_id, asked, applied, quantity, at)
     select key, owner, person, call, kind, cart, target_id, asked, applied, quantity, at from test_ledger where key = $1`,
    [key],
  );
  await expect(expectExactlyOnce(lab, page, [{ by, product, pieces: 2 }])).rejects.toThrow(/carried out twice/);
});

test('notify-me, a watched lesson and a quiz end in the same three assertions', async ({ page, lab }) => {
  const person = await lab.person('cons');
  const [product, by] = [await itemOf(lab, 'products where published and stock_qty = 0'), [person.owner]];
  const lesson = await itemOf(lab, 'lessons where id = 103');
  await enter(page, lab, person);
  const contact = { email: `${randomUUID()}@lab.test`, consent: true, consent_version: '2026-11-01' };
  await send(page, person, { path: '/user/notify-product', body: { product_id: product.id, ...contact } });
  await send(page, person, { method: 'GET', path: `/education/course/lesson/${lesson.id}/set-watched` });
  const asked = { by, product, notified: 1 };
  const seen = { by, lesson, watched: true } as const;
  await expectExactlyOnce(lab, page, [asked, seen]);
  await expect(expectExactlyOnce(lab, page, [seen])).rejects.toThrow(/nobody asked for/);
  await expect(expectExactlyOnce(lab, page, [{ ...asked, notified: 2 }, seen])).rejects.toThrow(/person meant/);

  const path = '/education/course/lesson/quiz/send-result/';
  await send(page, person, { path, body: { lessonId: lesson.id, quizResult: [] } });
  await expectExactlyOnce(lab, page, [asked, seen, { by, lesson, answered: 1 }]);
  const twice = expectExactlyOnce(lab, page, [asked, seen, { by, lesson, answered: 2 }]);
  await expect(twice).rejects.toThrow(/person meant/);
});
