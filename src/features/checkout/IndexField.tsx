import { useAtomValue, useStore } from 'jotai';
import { useState } from 'react';
import { draftAtom, writeDraftAtom } from '#src/features/checkout/checkout.atoms.ts';
import { quote } from '#src/features/checkout/quote.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';

/** The post wants six digits; the price follows as soon as they are there. */
export function IndexField() {
  const { get, set } = useStore();
  const draft = useAtomValue(draftAtom);
  const [index, setIndex] = useState(draft?.place?.address.index ?? '');
  const change = (text: string) => {
    const digits = text.replaceAll(/\D/g, '').slice(0, 6);
    setIndex(digits);
    if (digits.length !== 6 || !draft?.place) return;
    set(writeDraftAtom, { place: { ...draft.place, address: { ...draft.place.address, index: digits } } });
    void quote(get, set);
  };
  return (
    <Field label="Индекс получателя">
      <TextInput
        className="num"
        inputMode="numeric"
        autoComplete="postal-code"
        placeholder="630091"
        value={index}
        onChange={(event) => change(event.target.value)}
      />
    </Field>
  );
}
