import { hasOwnIndex, isForeignIndex } from '#src/features/addresses/address-form.rules.ts';
import type { AddressFields } from '#src/features/addresses/addresses.types.ts';
import { FormText } from '#src/ui/form/FormParts.tsx';
import type { Form } from '#src/ui/form/form.types.ts';

/** Filled in by the address; whoever knows their own writes it over. */
export function IndexField({ form: { values } }: { form: Form<AddressFields> }) {
  const hint = isForeignIndex(values)
    ? 'Индекс другого города: проверьте'
    : values.index !== '' && !hasOwnIndex(values)
      ? 'Определили сами'
      : undefined;
  return (
    <FormText
      name="index"
      label="Индекс"
      required
      hint={hint}
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={6}
    />
  );
}
