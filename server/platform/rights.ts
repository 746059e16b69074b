import { FORBIDDEN_WORDS } from '#contract/messages.ts';
import { judge, type Needs, needsOf, type Who } from '#contract/rights.ts';
import { authRequired, forbidden, readonlyRefusal } from '#server/platform/refuse.ts';
import type { Session } from '#server/platform/session.ts';

/** What a call says it needs, against who is asking. @throws 401 auth_required, 403 forbidden, 403 readonly «Запрещено». */
export function assertMay(needs: Needs, session: Session): void {
  const who = whoIs(session);
  const refused = needsOf(needs).find((need) => judge(need, who) !== 'ok');
  if (refused === undefined) return;
  const verdict = judge(refused, who);
  if (verdict === 'login') throw authRequired();
  throw verdict === 'readonly' ? readonlyRefusal() : forbidden(FORBIDDEN_WORDS[refused]);
}

const whoIs = ({ user, guestId }: Session): Who => user ?? (guestId === null ? 'stranger' : 'guest');
