import { Link } from 'wouter';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';

const STARTS = {
  desk: { href: '/desk', words: 'Обзор хозяйства' },
  punkt: { href: '/punkt', words: 'К выдаче' },
} as const;

/** An address of desk or counter that is none: a misspelt section, a number that is no number. */
export function NoSuchPage({ surface }: { surface: keyof typeof STARTS }) {
  usePageTitle('Такой страницы нет');
  const { href, words } = STARTS[surface];
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="lost"
        title="Такой страницы нет"
        text="Проверьте адрес: раздел написан иначе, или на месте номера не число."
        action={
          <Link href={href} className={buttonClass('leaf')}>
            {words}
          </Link>
        }
      />
    </div>
  );
}
