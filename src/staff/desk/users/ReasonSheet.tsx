import { useSetAtom } from 'jotai';
import { type ReasonSheetProps, ReasonSheet as StaffReasonSheet } from '#src/staff/ReasonSheet.tsx';
import { reloadDeskPersonAtom } from '#src/staff/desk/users/desk-users.atoms.ts';

type Props = Omit<ReasonSheetProps, 'hint' | 'isWaiting' | 'afterRefusal'> & {
  hint?: string;
  /** What stands in the way: nothing can be sent. */
  isBlocked?: boolean;
};

/** An act on a person; whoever was changed meanwhile is shown anew. */
export function ReasonSheet({ hint = 'Останется в журнале.', isBlocked = false, ...rest }: Props) {
  const reload = useSetAtom(reloadDeskPersonAtom);
  return (
    <StaffReasonSheet
      {...rest}
      hint={hint}
      isWaiting={isBlocked}
      afterRefusal={(failure) =>
        failure.kind === 'refused' &&
        failure.refusal.code === 'person_changed' && (
          <button type="button" className="link" onClick={() => void reload().then(rest.onClose)}>
            Показать новое
          </button>
        )
      }
    />
  );
}
