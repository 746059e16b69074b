import { PLAN } from '#contract/plan/plan-table.ts';

/** Status or title as screens name it (docs/product/network.md#ladder); null for a number that the ladder does not have. */
export function statusOf(id: number): { id: number; name: string } | null {
  const rung = PLAN.at(-1)?.ladder[id];
  return rung === undefined ? null : { id, name: rung.name };
}
