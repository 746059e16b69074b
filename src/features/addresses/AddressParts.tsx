import { useId } from 'react';
import { citiesLike } from '#contract/cities.ts';
import { COUNTRIES } from '#contract/tables.ts';
import { chooseCity, lineOf } from '#src/features/addresses/address-form.rules.ts';
import type { AddressFields } from '#src/features/addresses/addresses.types.ts';
import { FormField, FormPair, FormText } from '#src/ui/form/FormParts.tsx';
import type { Form } from '#src/ui/form/form.types.ts';
import { Select } from '#src/ui/Select.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './Addresses.module.css';

const NAMES: readonly (readonly [id: number, name: string])[] = [
  [COUNTRIES.russia, 'Россия'],
  [COUNTRIES.kazakhstan, 'Казахстан'],
  [COUNTRIES.kyrgyzstan, 'Кыргызстан'],
];

/** The same address in its parts; the line follows them. */
export function AddressParts({ form }: { form: Form<AddressFields> }) {
  const listId = useId();
  const { values } = form;
  const set = (changes: Partial<AddressFields>) => form.set({ ...changes, line: lineOf({ ...values, ...changes }) });
  const text = (name: 'street' | 'house' | 'building', value: string) => set({ [name]: value });
  const cities = citiesLike(values.city, 12).filter(({ countryId }) => String(countryId) === values.country_id);
  return (
    <>
      <FormPair>
        <FormField name="country_id" label="Страна" required>
          {(value) => (
            <Select
              name="country_id"
              value={value}
              autoComplete="country-name"
              className={styles.select}
              // Another country has other cities.
              onChange={(event) =>
                set({ country_id: event.target.value, city: '', city_id: '', region: '', index: '' })
              }
            >
              {NAMES.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField name="city" label="Город или посёлок" required>
          {(value) => (
            <TextInput
              name="city"
              value={value}
              list={listId}
              maxLength={100}
              autoComplete="address-level2"
              onChange={(event) => set(chooseCity(values, event.target.value, values.index !== ''))}
            />
          )}
        </FormField>
      </FormPair>
      <datalist id={listId}>
        {cities.map(({ id, title, region }) => (
          <option key={id} value={title}>
            {region}
          </option>
        ))}
      </datalist>
      <FormText name="region" label="Область, край" maxLength={100} autoComplete="address-level1" />
      <FormField name="street" label="Улица" required>
        {(value) => (
          <TextInput
            name="street"
            value={value}
            maxLength={120}
            autoComplete="address-line1"
            onChange={(event) => text('street', event.target.value)}
          />
        )}
      </FormField>
      <FormPair short>
        <FormField name="house" label="Дом" required>
          {(value) => (
            <TextInput
              name="house"
              value={value}
              maxLength={20}
              onChange={(event) => text('house', event.target.value)}
            />
          )}
        </FormField>
        <FormField name="building" label="Корпус">
          {(value) => (
            <TextInput
              name="building"
              value={value}
              maxLength={20}
              onChange={(event) => text('building', event.target.value)}
            />
          )}
        </FormField>
      </FormPair>
    </>
  );
}
