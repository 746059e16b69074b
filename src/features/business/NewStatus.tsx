import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { termsOf } from '#contract/plan/plan-table.ts';
import { careerAtom } from '#src/features/business/business.atoms.ts';
import { monthWords } from '#src/features/business/business.words.ts';
import { Note } from '#src/ui/Note.tsx';

/** Congratulates on a title that this month reaches first; nothing in its place otherwise. */
export function NewStatus() {
  const { data } = useAtomValue(careerAtom);
  if (!data?.is_preliminary) return null;
  const title = termsOf(data.period).ladder[data.title]?.name ?? '';
  return (
    <section aria-labelledby="new-status">
      <Note kind="leaf" icon="leaf">
        <h2 id="new-status" className="h3">
          Поздравляем: вы {title.toLowerCase()}
        </h2>
        <p>
          Такого звания у вас ещё не было. Оно закрепится, когда закроется {monthWords(data.period)}.{' '}
          <Link href="/user/career" className="link">
            Посмотреть лестницу
          </Link>
        </p>
      </Note>
    </section>
  );
}
