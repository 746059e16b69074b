import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useId, useRef, useState } from 'react';
import { cartBarAtom } from '#src/features/cart/cart.atoms.ts';
import { addByCodeAtom } from '#src/features/cart/cart-view.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { closedBy } from '#src/ui/closed-by.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { TextInput } from '#src/ui/TextInput.tsx';
import styles from './AddByCode.module.css';

/**
 * Code and, for wholesale, quantity: Enter goes on, Enter again adds, the cursor is back at the code
 * (docs/product/look.md#feel).
 */
export function AddByCode({ withQuantity = false }: { withQuantity?: boolean }) {
  const bar = useAtomValue(cartBarAtom);
  const add = useSetAtom(addByCodeAtom);
  const id = useId();
  const codeRef = useRef<HTMLInputElement>(null);
  const countRef = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [count, setCount] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState('');

  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    const added = await add({ code, quantity: withQuantity && count !== '' ? Number(count) : 1 });
    setBusy(false);
    setError(added.kind === 'failed' ? added.text : null);
    if (added.kind !== 'failed') {
      // Queued is not sent (docs/product/offline.md I10): the same words as in «Товар в корзине».
      const words =
        added.kind === 'added' ? 'добавлено' : 'в\u00a0корзине на\u00a0телефоне, отправим, когда будет сеть';
      setDone(`Код ${code.trim()}: ${words}`);
      setCode('');
      setCount('');
    }
    // What was typed stays for mending; the cursor is where the next key belongs.
    codeRef.current?.focus();
    if (added.kind === 'failed') codeRef.current?.select();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (withQuantity && document.activeElement === codeRef.current && code.trim() !== '') countRef.current?.focus();
    else void send();
  };
  return (
    <form className={`${styles.form} ${withQuantity ? styles.wide : ''}`} onSubmit={onSubmit} noValidate>
      <TextInput
        ref={codeRef}
        aria-label="Код товара"
        aria-describedby={error ? `${id}e` : undefined}
        aria-invalid={error ? true : undefined}
        className="num"
        inputMode="numeric"
        enterKeyHint={withQuantity ? 'next' : 'done'}
        autoComplete="off"
        maxLength={32}
        placeholder={bar ? 'Только просмотр' : 'Добавить по коду: 10201'}
        readOnly={bar !== undefined}
        {...closedBy(bar)}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setError(null);
        }}
      />
      {withQuantity && (
        <TextInput
          ref={countRef}
          aria-label="Количество, шт."
          className="num"
          inputMode="numeric"
          autoComplete="off"
          placeholder="1"
          readOnly={bar !== undefined}
          {...closedBy(bar)}
          value={count}
          onChange={(event) => {
            setCount(event.target.value.replace(/[^\d-]/g, '').slice(0, 7));
            setError(null);
          }}
        />
      )}
      <Button kind="line" type="submit" aria-disabled={isBusy || undefined} {...closedBy(bar)}>
        Добавить
      </Button>
      <div id={`${id}e`} role="alert" className={styles.error} hidden={!error}>
        <Icon name="alert" size={18} />
        {error}
      </div>
      <output className="sr">{done}</output>
    </form>
  );
}
