import type { OfflineLab } from '#tests/e2e/support/offline-lab.ts';

/** From now on every start of the shop's worker takes so long, as on a phone with no processor to spare. */
export async function serveSlowWorker(lab: OfflineLab, ms: number): Promise<void> {
  const script = await (await fetch(`${lab.shop.url}/sw.js`, { signal: AbortSignal.timeout(10_000) })).text();
  const body = `{ const end = Date.now() + ${ms}; while (Date.now() < end); }\n${script}`;
  const headers = { 'Content-Type': 'text/javascript' };
  lab.proxy.fault({ kind: 'answer', http: 200, headers, body }, { match: ({ path }) => path === '/sw.js' });
}
