import { type ReactNode, useId } from 'react';
import type { Profile } from '#contract/profile.ts';
import { Buttons, EditBox, Restored } from '#src/features/profile/EditBox.tsx';
import {
  CITY_NAMES,
  cityFaults,
  cityTyped,
  dayShown,
  dayTyped,
  judgeChange,
  nameChange,
  nameFields,
} from '#src/features/profile/profile-form.rules.ts';
import { useOffline, useProfileForm } from '#src/features/profile/use-profile-form.ts';
import { Form } from '#src/ui/form/Form.tsx';
import type { FormValues } from '#src/ui/form/form.types.ts';
import { FormField, FormText, SubmitButton } from '#src/ui/form/FormParts.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';

// NameForm · BirthdayForm · CityForm: the lines that are saved at once.

type Props = { profile: Profile; onClose: () => void };

export function NameForm({ profile, onClose }: Props) {
  const edited = useProfileForm({
    name: 'name',
    initial: nameFields(profile),
    judge: (fields) => judgeChange(fields),
    changeOf: (fields) => nameChange(fields, profile),
    onClose,
  });
  return (
    <LineForm title="Имя и фамилия" name="profile-name" edited={edited}>
      <FormText name="first_name" label="Имя" required autoComplete="given-name" maxLength={60} />
      <FormText name="last_name" label="Фамилия" required autoComplete="family-name" maxLength={60} />
      <FormText name="middle_name" label="Отчество" autoComplete="additional-name" maxLength={60} />
    </LineForm>
  );
}

export function BirthdayForm({ profile, onClose }: Props) {
  const edited = useProfileForm({
    name: 'birthday',
    initial: { birthday: dayShown(profile.birthday) },
    judge: ({ birthday }) => judgeChange({ birthday: dayTyped(birthday) }),
    changeOf: ({ birthday }) => (dayTyped(birthday) === profile.birthday ? {} : { birthday: dayTyped(birthday) }),
    onClose,
  });
  return (
    <LineForm title="День рождения" name="profile-birthday" edited={edited}>
      <FormText
        name="birthday"
        label="Дата"
        hint="Год виден только вам. Пустое поле убирает дату"
        placeholder="14.06.1991"
        inputMode="numeric"
        autoComplete="bday"
        maxLength={10}
      />
    </LineForm>
  );
}

export function CityForm({ profile, onClose }: Props) {
  const list = useId();
  const edited = useProfileForm({
    name: 'city',
    initial: { city_id: profile.city?.name ?? '' },
    judge: ({ city_id: typed }) => cityFaults(typed),
    changeOf: ({ city_id: typed }) => {
      const id = cityTyped(typed);
      return id === undefined || id === profile.city?.id ? {} : { city_id: id };
    },
    onClose,
  });
  return (
    <LineForm title="Город" name="profile-city" edited={edited}>
      <FormField name="city_id" label="Город" required>
        {(value, set) => (
          <TextInput
            name="city_id"
            value={value}
            list={list}
            autoComplete="address-level2"
            maxLength={60}
            onChange={({ target }) => set(target.value)}
          />
        )}
      </FormField>
      <datalist id={list}>
        {CITY_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </LineForm>
  );
}

type LineProps<V extends FormValues> = {
  title: string;
  name: string;
  edited: ReturnType<typeof useProfileForm<V>>;
  children: ReactNode;
};
/** The form of a line: what was typed before, its fields, «Сохранить» and «Отмена». */
function LineForm<V extends FormValues>({ title, name, edited: { form, cancel, busy }, children }: LineProps<V>) {
  const offline = useOffline();
  return (
    <EditBox title={title}>
      <Form form={form} name={name}>
        {form.isRestored && <Restored onDrop={form.reset} />}
        {children}
        <Buttons
          onCancel={cancel}
          submit={
            <SubmitButton busy={busy} reason={offline}>
              Сохранить
            </SubmitButton>
          }
        />
      </Form>
    </EditBox>
  );
}
