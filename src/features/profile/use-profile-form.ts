import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import type { ProfileChange } from '#contract/profile.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { saveProfileAtom } from '#src/features/profile/profile.atoms.ts';
import { openDraftAtom } from '#src/features/session/form-drafts.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { holdUpdates } from '#src/platform/update/hold-updates.ts';
import type { FormValues } from '#src/ui/form/form.types.ts';
import { useForm } from '#src/ui/form/use-form.ts';

type Options<V extends FormValues> = {
  /** Of its draft. */
  name: string;
  initial: V;
  judge: (fields: V) => FieldErrors | null;
  /** What of it is new; nothing is sent when nothing is. */
  changeOf: (fields: V) => ProfileChange;
  onClose: () => void;
};

/** Why nothing can be saved now; null when it can. */
export function useOffline(): string | null {
  const { isOnline } = useAtomValue(networkAtom);
  return isOnline ? null : `${MESSAGES.needInternet}, чтобы сохранить. Набранное остаётся на\u00a0этом устройстве.`;
}

/** A form that saves lines of the profile. What is typed is kept as a draft until it is saved or given up. */
export function useProfileForm<V extends FormValues>({ name, initial, judge, changeOf, onClose }: Options<V>) {
  const openDraft = useSetAtom(openDraftAtom);
  const save = useSetAtom(saveProfileAtom);
  const toast = useSetAtom(showToastAtom);
  const [keep] = useState(() => openDraft(`profile:${name}`));
  const [isInDoubt, setInDoubt] = useState(false);
  useEffect(holdUpdates, []);
  const form = useForm<V>({
    initial,
    keep,
    judge,
    send: async (fields) => {
      const change = changeOf(fields);
      const isNew = Object.keys(change).length > 0;
      const outcome = isNew ? await save({ change, onDoubt: () => setInDoubt(true) }) : ({ kind: 'done' } as const);
      setInDoubt(false);
      if (outcome.kind === 'done') {
        if (isNew) toast({ text: 'Профиль сохранён' });
        onClose();
      }
      return outcome;
    },
  });
  const cancel = () => {
    form.reset();
    onClose();
  };
  return { form, cancel, busy: isInDoubt ? 'Проверяем…' : 'Сохраняем…' };
}
