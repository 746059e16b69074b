import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { User } from '#contract/session.ts';
import { sessionAtom } from '#src/features/session/session.atoms.ts';
import { Note } from '#src/ui/Note.tsx';
import styles from './Become.module.css';

type Of = 'consultant' | 'wholesale';
/** Why this account cannot apply, and what it can do instead. */
export function ClosedNote({ of, children }: { of: Of; children?: ReactNode }) {
  const { user } = useAtomValue(sessionAtom);
  return (
    <Note icon={user.readonly ? 'lock' : 'info'}>
      <div className={styles.closed}>
        <p>{whyClosed(of, user)}</p>
        {user.role === 'user' && (
          <Link href="/register" className="link">
            Подтвердить адрес кодом
          </Link>
        )}
        {children}
      </div>
    </Note>
  );
}

function whyClosed(of: Of, { role, readonly, cons_id: consId }: User): string {
  if (of === 'consultant' && role === 'cons') return `Вы уже консультант. Ваш номер ${consId ?? ''}`.trim();
  if (of === 'wholesale' && role === 'optovik') return 'Вы уже покупаете оптом.';
  if (readonly) return 'Аккаунт только для просмотра. Напишите в\u00a0поддержку.';
  if (role === 'user') return 'Сначала подтвердите e-mail или телефон: код пришёл при регистрации.';
  return of === 'consultant'
    ? 'Консультантом становится покупатель. Напишите в\u00a0поддержку.'
    : 'Опт открыт покупателям: у\u00a0консультанта и\u00a0сотрудника свои цены.';
}
