import type { RequestAnswer } from '#src/offline/outbox/classify.rules.ts';
import { passLogout } from '#src/offline/identity/logout-gate.ts';
import type { OutboxRecord, StoredRequest } from '#src/offline/outbox/record.ts';
import { tellLogout } from '#tests/offline/sim/shop-calls.ts';
import type { Execution } from '#tests/offline/sim/sim-server.ts';
import type { Context, World } from '#tests/offline/sim/world.ts';

/** What can happen to one request; `ok` when none of them does. */
export const FAULTS = [
  'dropRequest',
  'dropResponse',
  'duplicate',
  'delay',
  '503',
  '503 later',
  '429',
  '404 unknown',
  '401',
  'inflight',
  'html',
  'truncated',
  'no echo',
  'foreign json',
  'foreign schema',
] as const;
export type Fault = (typeof FAULTS)[number];
const FAULT_SHARE = 0.45;

const foreign = (type: string, text: string): RequestAnswer => ({
  http: 200,
  type,
  text,
  echo: null,
  retryAfterMs: null,
  serverTime: null,
});

/** The wire: a request that left outlives its sender; the answer comes back only to a living one. */
export async function deliver(
  world: World,
  context: Context,
  wire: StoredRequest,
  headers: Readonly<Record<string, string>>,
): Promise<RequestAnswer | null> {
  const { server, chance, scheduler } = world;
  // Every request waits for a logout that has not been told yet (docs/product/offline.md#logout).
  try {
    await passLogout(context.gate, 'other', () => tellLogout(world, context, context.gate.owner));
  } catch {
    return null;
  }
  const sid = world.cookie;
  const key = headers['Idempotency-Key'] ?? '';
  const isHit = !world.isHealing && world.faults.length > 0 && chance.chance(FAULT_SHARE);
  const fault = isHit ? chance.pick(world.faults) : 'ok';
  world.count(`fault ${fault}`);
  const arrive = () =>
    scheduler.wait(null, 'arrives', () => {
      const before = server.executions.length;
      const answer = server.handle(wire, headers, sid);
      noteLate(world, server.executions[before]);
      return answer;
    });
  const back = (answer: RequestAnswer | null) => scheduler.wait(context, fault, () => answer);
  switch (fault) {
    case 'ok':
      return back(await arrive());
    case 'dropRequest':
      return back(null);
    case 'dropResponse':
      await arrive();
      return back(null);
    case 'duplicate': {
      const both = [arrive(), arrive()] as const;
      return back(await both[chance.int(2)]!);
    }
    case 'delay':
      void arrive();
      return back(null);
    case '503':
      return back(server.refusal(key, 503, 'server_error'));
    case '503 later':
      return back(server.refusal(key, 503, 'server_error', 30_000));
    case '429':
      return back(server.refusal(key, 429, 'too_many', 2000));
    case '404 unknown':
      return back(server.refusal(key, 404, 'unknown_call'));
    case '401':
      return back(server.refusal(key, 401, 'auth_required'));
    case 'inflight':
      return back(server.refusal(key, 409, 'idempotency_in_flight'));
    case 'html':
      return back(foreign('text/html', '<html>Войдите в сеть</html>'));
    case 'truncated': {
      const whole = await arrive();
      return back({ ...whole, text: whole.text.slice(0, -3) });
    }
    case 'no echo': {
      const whole = await arrive();
      return back({ ...whole, echo: null });
    }
    case 'foreign json':
      return back(foreign('application/json', '{"status":0,"code":"not_found","message":"?"}'));
    case 'foreign schema': {
      const whole = await arrive();
      return back({ ...whole, text: '{"ok":true}' });
    }
  }
}

/**
 * What the shop sets after its record was given up as too old, perhaps behind a later gesture: the phone learns of it
 * by the next pull, as of another device's.
 */
function noteLate(world: World, done: Execution | undefined): void {
  if (done?.value === undefined || !world.rejectedKeys.has(done.key)) return;
  for (const owner of new Set([done.owner, done.person])) {
    const waits = [...(world.partitions.get(owner)?.data ?? [])].some(
      ([key, value]) => key.startsWith('ob:') && (value as OutboxRecord | null)?.id === done.key,
    );
    if (!waits) world.makeForeign(owner, done.target);
  }
}
