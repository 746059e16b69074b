import { MESSAGES } from '#contract/messages.ts';
import { RefusedError } from '#server/platform/refuse.ts';

/** `enter` counts a call in and gives what counts it out again. @throws 503 with Retry-After while there is no room. */
export type Admission = { enter(): () => void; refused(): number };

const PACE_MIN = 10;
const WAIT_MAX_S = 60;

/**
 * At most `limit` calls are worked on or wait for the database at once; more would only wait longer than their senders do.
 * Each one turned away is told its own turn, reckoned from how many calls ended in the last second, so that a herd of phones
 * that leaves the metro together does not come back together (docs/decisions/112).
 */
export function createAdmission(limit: number, clock: () => number = () => performance.now()): Admission {
  let running = 0;
  let refused = 0;
  let ended = 0;
  let since = clock();
  let pace = PACE_MIN;
  let turn = 0;

  function nextTurn(): number {
    const now = clock();
    const next = Math.max(turn, now + 1000) + 1000 / pace;
    // A caller who comes after the last turn is told a random wait: how fast the shop will be in a minute is a guess anyway. It takes no turn:
    // a storm of thousands would fill those of the next twenty minutes and send later callers away although nobody comes.
    if (next - now > WAIT_MAX_S * 1000) return Math.ceil(WAIT_MAX_S / 2 + (Math.random() * WAIT_MAX_S) / 2);
    turn = next;
    return Math.ceil((turn - now) / 1000);
  }
  function leave(): void {
    running -= 1;
    ended += 1;
    const now = clock();
    if (now - since < 1000) return;
    pace = Math.max(PACE_MIN, (ended * 1000) / (now - since));
    ended = 0;
    since = now;
  }
  return {
    enter() {
      if (running >= limit) {
        refused += 1;
        throw new RefusedError('server_error', MESSAGES.serviceDown, { http: 503, retryAfter: nextTurn() });
      }
      running += 1;
      return leave;
    },
    refused: () => refused,
  };
}
