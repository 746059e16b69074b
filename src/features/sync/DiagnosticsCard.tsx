import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { diagnosticsAtom } from '#src/features/sync/diagnostics.atom.ts';
import { Button } from '#src/ui/Button.tsx';
import { TextArea } from '#src/ui/TextArea.tsx';
import styles from './SyncPage.module.css';

/** For whoever helps: copied by hand or by the button; nothing in it tells whose phone this is. */
export function DiagnosticsCard() {
  const read = useSetAtom(diagnosticsAtom);
  const [text, setText] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const show = async () => {
    setDone('');
    setText(await read());
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text ?? '');
      setDone('Скопировано');
    } catch {
      setDone('Не\u00a0получилось: выделите текст и\u00a0скопируйте сами');
    }
  };
  return (
    <section className={`card ${styles.card}`} aria-labelledby="sync-diagnostics">
      <h2 id="sync-diagnostics">Диагностика</h2>
      <p className="small soft">
        Если что-то не{'\u00a0'}уходит, пришлите этот текст в{'\u00a0'}поддержку. В{'\u00a0'}нём нет ни{'\u00a0'}имён,
        ни{'\u00a0'}адресов, ни{'\u00a0'}телефонов.
      </p>
      {text === null ? (
        <Button kind="line" onClick={() => void show()}>
          Показать диагностику
        </Button>
      ) : (
        <>
          <TextArea aria-label="Диагностика" className={styles.text} readOnly rows={10} value={text} />
          <div className={styles.buttons}>
            <Button kind="line" onClick={() => void copy()}>
              Скопировать
            </Button>
            <Button kind="quiet" onClick={() => void show()}>
              Обновить
            </Button>
          </div>
        </>
      )}
      <output className="small soft">{done}</output>
    </section>
  );
}
