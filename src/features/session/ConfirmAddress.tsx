import { useAtomValue, useSetAtom } from 'jotai';
import { CodeForm } from '#src/features/session/CodeForm.tsx';
import { OtherAddress } from '#src/features/session/OtherAddress.tsx';
import { confirmAtom, sendCodeAtom, sentCodeAtom } from '#src/features/session/registration.atoms.ts';

type Props = {
  /** The address is the account's own now, and the session knows it. */
  onDone: () => void;
};

/** The code of a registration, and another address for whoever mistyped theirs (docs/product/people.md#registration). */
export function ConfirmAddress({ onDone }: Props) {
  const sent = useAtomValue(sentCodeAtom);
  const confirm = useSetAtom(confirmAtom);
  const resend = useSetAtom(sendCodeAtom);
  return (
    <>
      <CodeForm
        sent={sent}
        submit="Подтвердить"
        onResend={() => resend({})}
        onCode={async (code) => {
          await confirm(code);
          onDone();
        }}
      />
      <OtherAddress onSend={resend} />
    </>
  );
}
