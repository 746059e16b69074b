import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { FEED_WORDS } from '#contract/desk-import.ts';
import type { FieldErrors } from '#contract/reply.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { startImportAtom } from '#src/staff/desk/imports/desk-imports.atoms.ts';
import { packFeed } from '#src/staff/desk/imports/pack-feed.ts';
import { Button } from '#src/ui/Button.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { Note } from '#src/ui/Note.tsx';
import styles from './Imports.module.css';

/** A share as people type it: «0,77», «0.77». Null: none; undefined: it is no share. */
export function milliOf(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.');
  if (text === '') return null;
  if (!/^(?:0\.\d{1,3}|1(?:\.0{1,3})?)$/.test(text)) return undefined;
  const milli = Math.round(Number(text) * 1000);
  return milli > 0 ? milli : undefined;
}

/** A file or an address: it is checked first, and changes nothing. */
export function StartImport() {
  const start = useSetAtom(startImportAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const [, go] = useLocation();
  const [file, setFile] = useState<File | null>(null);
  const [address, setAddress] = useState('');
  const [source, setSource] = useState('');
  const [ratio, setRatio] = useState('');
  const [isHiding, setHiding] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isOnline) return;
    setTrouble(null);
    const milli = milliOf(ratio);
    const faults: FieldErrors = {
      ...(file === null && address.trim() === '' ? { file: [FEED_WORDS.nothing] } : {}),
      ...(milli === undefined ? { cons_ratio_milli: ['Доля от 0,001 до 1, например 0,77'] } : {}),
    };
    setErrors(faults);
    if (Object.keys(faults).length > 0 || milli === undefined) return;
    setBusy(true);
    try {
      const packed = file && (await packFeed(file));
      if (packed && 'fault' in packed) return setErrors({ file: [packed.fault] });
      const what = packed ? { file: packed.base64, name: file?.name ?? '' } : { address: address.trim() };
      const id = await start({ ...what, source: source.trim(), cons_ratio_milli: milli, hide_missing: isHiding });
      go(`/desk/products/import/${id}`);
    } catch (error) {
      const failure = failureOf(error);
      setErrors(failure.kind === 'refused' ? (failure.refusal.errors ?? {}) : {});
      setTrouble(failureText(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={`card ${styles.box}`}
      aria-labelledby="import-start"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h2 id="import-start">Загрузить файл</h2>
      <p className="soft">
        Файл Яндекс Маркета (YML). Сначала он только проверяется: вы увидите, что нового, что изменится и что не
        подошло.
      </p>
      <Field label="Файл" error={errors['file']} hint="До 128 МБ, UTF-8 или windows-1251">
        <input
          type="file"
          accept=".xml,.yml,text/xml,application/xml"
          className={styles.file}
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
      </Field>
      <Field label="Или адрес файла" error={errors['address']}>
        <TextInput
          type="url"
          inputMode="url"
          placeholder="https://"
          value={address}
          maxLength={1500}
          disabled={file !== null}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Поставщик" error={errors['source']} hint="Пусто: по адресу магазина в файле. Потом не менять">
          <TextInput value={source} maxLength={100} onChange={(event) => setSource(event.target.value)} />
        </Field>
        <Field
          label="Доля для консультанта"
          error={errors['cons_ratio_milli']}
          hint="Например, 0,77. Пусто: цены равны, баллов нет"
        >
          <TextInput
            inputMode="decimal"
            value={ratio}
            maxLength={6}
            onChange={(event) => setRatio(event.target.value)}
          />
        </Field>
      </div>
      <Checkbox checked={isHiding} onChange={(event) => setHiding(event.target.checked)}>
        Скрыть товары поставщика, которых в файле больше нет
      </Checkbox>
      {trouble && (
        <div role="alert">
          <Note kind="error" icon="alert">
            {trouble}
          </Note>
        </div>
      )}
      <Button kind="leaf" type="submit" aria-disabled={isBusy || !isOnline || undefined}>
        {isBusy ? 'Отправляем…' : isOnline ? 'Проверить файл' : 'Проверить: нужен интернет'}
      </Button>
    </form>
  );
}
