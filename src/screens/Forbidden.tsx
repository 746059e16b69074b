import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { FORBIDDEN_WORDS } from '#contract/messages.ts';
import { judge, type Needs, needsOf, whoIs } from '#contract/rights.ts';
import type { User } from '#contract/session.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** /403: the person is known, but the page is not for them, and why (docs/product/addresses.md#who-may-enter). */
export function Forbidden({ needs = 'anyone' }: { needs?: Needs }) {
  const { user } = useAtomValue(sessionAtom);
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="lock"
        title="Недостаточно прав"
        text={`${reasonOf(needs, user)}. Если так быть не должно, войдите под другой записью.`}
        action={
          <>
            <Link href="/katalog" className={buttonClass('leaf')}>
              Открыть каталог
            </Link>
            <Link href="/user" className={buttonClass('line')}>
              В кабинет
            </Link>
          </>
        }
      />
    </div>
  );
}

/** The first need that is not met decides, as it does for the shop's own refusal. */
function reasonOf(needs: Needs, user: User): string {
  const who = whoIs(user);
  const refused = needsOf(needs).find((need) => judge(need, who) !== 'ok');
  if (refused !== undefined && judge(refused, who) === 'readonly') return 'Аккаунт только для просмотра';
  return (refused !== undefined && FORBIDDEN_WORDS[refused]) || 'Эта страница открыта для другой роли';
}
