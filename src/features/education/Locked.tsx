import { Link } from 'wouter';
import { buttonClass } from '#src/ui/button-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';

/** 403 in words, with a next step. */
export function Locked({ title, words }: { title?: string; words?: string }) {
  return (
    <EmptyState
      level={1}
      drawing="lock"
      title={words ?? 'Этот курс для консультантов'}
      text={
        title
          ? `«${title}» откроется, когда вы станете консультантом.`
          : 'Он откроется, когда вы станете консультантом.'
      }
      action={
        <Link href="/user/education" className={buttonClass('leaf')}>
          К моим курсам
        </Link>
      }
    />
  );
}
