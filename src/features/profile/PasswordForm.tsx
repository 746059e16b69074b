import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { PASSWORD } from '#contract/registration.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { loadDevicesAtom } from '#src/features/profile/devices.atoms.ts';
import { Buttons, EditBox } from '#src/features/profile/EditBox.tsx';
import { judgePassword } from '#src/features/profile/profile-form.rules.ts';
import { changePasswordAtom } from '#src/features/profile/profile.atoms.ts';
import { useOffline } from '#src/features/profile/use-profile-form.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import { Form } from '#src/ui/form/Form.tsx';
import { SubmitButton } from '#src/ui/form/FormParts.tsx';
import { FormPassword } from '#src/ui/form/FormPassword.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

/** No draft: passwords do not stay on the phone. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const offline = useOffline();
  const change = useSetAtom(changePasswordAtom);
  const reload = useSetAtom(loadDevicesAtom);
  const toast = useSetAtom(showToastAtom);
  useEffect(holdUpdates, []);
  const form = useForm({
    initial: { current: '', password: '' },
    judge: judgePassword,
    send: async (fields) => {
      const outcome = await change(fields);
      if (outcome.kind === 'done') {
        toast({ text: 'Пароль изменён. На других устройствах кабинет закрыт' });
        void reload();
        onClose();
      }
      return outcome;
    },
  });
  return (
    <EditBox title="Новый пароль">
      <Form form={form} name="profile-password">
        <FormPassword name="current" label="Прежний пароль" max={PASSWORD.max} />
        <FormPassword name="password" label="Новый пароль" min={PASSWORD.min} max={PASSWORD.max} />
        <p className="small soft">
          На остальных устройствах кабинет закроется.{' '}
          <Link href="/password/reset" className="link">
            Забыли прежний?
          </Link>
        </p>
        <Buttons
          onCancel={onClose}
          submit={
            <SubmitButton busy="Проверяем…" reason={offline}>
              Сменить пароль
            </SubmitButton>
          }
        />
      </Form>
    </EditBox>
  );
}
