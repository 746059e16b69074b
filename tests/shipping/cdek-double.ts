import { type CarrierServer, type Heard, openCarrierServer } from '#tests/delivery/carrier-double.ts';

// СДЭК as its documentation has it: an order is heard at once, gets its number later, and tells its statuses when it is asked.

type Status = { code: string; name: string; date_time: string; city: string };
export async function openCdek() {
  const orders = new Map<string, { uuid: string; number: string; body: unknown; asked: number; statuses: Status[] }>();
  const state = { refuses: null as string | null, isAway: false, forgetsAnswer: false, afterAsks: 1 };
  const view = (one: { uuid: string; number: string; asked: number; statuses: Status[] }) => ({
    entity: {
      uuid: one.uuid,
      number: one.number,
      ...(one.asked > state.afterAsks ? { cdek_number: `10${one.uuid.replaceAll(/\D/g, '').padStart(8, '0')}` } : {}),
      statuses: one.statuses,
    },
    requests: [{ type: 'CREATE', state: 'SUCCESSFUL' }],
  });
  const server: CarrierServer = await openCarrierServer((heard) => answer(heard));
  return { server, orders, state };

  function answer({ method, path, query, body, headers }: Heard): ReturnType<Parameters<typeof openCarrierServer>[0]> {
    if (path === '/oauth/token')
      return { body: { access_token: 'cdek-token', token_type: 'bearer', expires_in: 3600 } };
    if (state.isAway) return { status: 503 };
    if (headers.authorization !== 'Bearer cdek-token') return { status: 401 };
    if (method === 'POST' && path === '/orders') {
      if (state.refuses !== null)
        return { status: 400, body: { requests: [{ type: 'CREATE', state: 'INVALID', errors: [{ code: 'v2_bad', message: state.refuses }] }] } }; // prettier-ignore
      const sent = JSON.parse(body) as { number: string };
      const uuid = `uuid-${orders.size + 1}`;
      orders.set(uuid, { uuid, number: sent.number, body: sent, asked: 0, statuses: [] });
      if (state.forgetsAnswer) return 'hang up';
      return { status: 202, body: { entity: { uuid }, requests: [{ type: 'CREATE', state: 'ACCEPTED' }] } };
    }
    if (method === 'GET' && path === '/orders') {
      const found = [...orders.values()].find(({ number }) => number === query.get('im_number'));
      return found ? { body: view(found) } : { status: 400, body: { requests: [{ type: 'GET', state: 'INVALID', errors: [{ code: 'v2_entity_not_found_im_number' }] }] } }; // prettier-ignore
    }
    const one = orders.get(path.slice('/orders/'.length));
    if (one) {
      one.asked += 1;
      return { body: view(one) };
    }
    if (method === 'POST' && path === '/print/barcodes') return { status: 202, body: { entity: { uuid: 'label-1' } } };
    if (path === '/print/barcodes/label-1') return { body: { entity: { uuid: 'label-1', url: 'http://elsewhere.test/x.pdf', statuses: [{ code: 'ACCEPTED' }, { code: 'READY' }] } } }; // prettier-ignore
    if (path === '/print/barcodes/label-1.pdf') return { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 label' }; // prettier-ignore
    return { status: 404 };
  }
}
export type Cdek = Awaited<ReturnType<typeof openCdek>>;
export const status = (code: string, at: string, name = code): Status => ({
  code,
  name,
  date_time: `${at}+0700`,
  city: 'Томск',
});
