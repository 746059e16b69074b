import { netAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { startEducationAtom } from '#src/features/education/education.atoms.ts';
import type { Net } from '#src/offline/ports.ts';
import { type addLogin, enterShop, phone, type Tab } from '#tests/cart/phone.ts';
import type { TestShop } from '#tests/support/open-shop.ts';

/** A phone on which somebody learns: packages come over the same signal as everything else. */
export function learnersPhone(shop: TestShop) {
  const own = phone(shop);
  const asked: string[] = [];
  const net: Net = {
    async get(path, { etag, owner } = {}) {
      if (!own.net.isOn) throw new TypeError('fetch failed');
      asked.push(path);
      const answer = await own.browser(path, {
        headers: {
          'X-Requested-With': 'rostok',
          ...(etag ? { 'If-None-Match': etag } : {}),
          ...(owner ? { 'X-Client-User': owner } : {}),
        },
      });
      return {
        status: answer.status,
        etag: answer.headers.get('etag'),
        type: answer.headers.get('content-type') ?? '',
        body: await answer.arrayBuffer(),
      };
    },
  };
  const openTab = async (): Promise<Tab> => {
    const tab = await own.openTab();
    tab.set(netAtom, net);
    return tab;
  };
  return { ...own, asked, openTab };
}
export type Phone = ReturnType<typeof learnersPhone>;
export type Login = Awaited<ReturnType<typeof addLogin>>;

/** Logs in as the screen does and opens «Обучение». */
export async function enterSchool(own: Phone, person: Login): Promise<Tab> {
  const tab = await own.openTab();
  await enterShop(tab, person);
  await tab.set(startEducationAtom);
  return tab;
}
