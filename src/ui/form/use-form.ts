import { useEffect, useRef, useState } from 'react';
import { createDraftWriter } from './draft-writer.ts';
import type { Form, FormErrors, FormOptions, FormValues, Outcome } from './form.types.ts';

/**
 * Values, faults, busy and draft of one form (docs/decisions/210-one-form.md). `judge`, `send` and `unkept` are read when they are
 * needed, `initial` and `keep` once: a form for another thing is another component (`key`).
 */
export function useForm<V extends FormValues>(options: FormOptions<V>): Form<V> {
  const [{ initial, keep }] = useState(options);
  const [writer] = useState(() => keep && createDraftWriter(keep));
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failed, setFailed] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const [refusals, setRefusals] = useState(0);
  // What is true at this moment, between two renders too: a second tap must meet the first.
  const now = useRef({ values: initial, isBusy: false, touched: new Set<string>() });
  const { unkept = [] } = options;

  const show = (next: V) => {
    now.current.values = next;
    setValues(next);
  };
  useEffect(() => {
    let isLeft = false;
    void keep?.read().then((kept) => {
      const { touched } = now.current;
      if (isLeft || !kept) return;
      const back = fitting(initial, kept, [...touched, ...unkept]);
      if (Object.keys(back).length === 0) return;
      show({ ...now.current.values, ...back });
      setRestored(true);
    });
    return () => {
      isLeft = true;
    };
    // Once: `initial` and `keep` stay, and what may not be kept is no reason to read again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const set = (changes: Partial<V>) => {
    const names = Object.keys(changes);
    for (const name of names) now.current.touched.add(name);
    show({ ...now.current.values, ...changes });
    setErrors((shown) => without(shown, names));
    setFailed(null);
    writer?.write(without(now.current.values, unkept));
  };
  const refuse = (found: FormErrors, text: string | null) => {
    setErrors(found);
    setFailed(text);
    setRefusals((count) => count + 1);
  };
  const end = async (outcome: Outcome, sent: V) => {
    if (outcome.kind === 'done') {
      setErrors({});
      setFailed(null);
      // What was typed while it was under way is a draft of the next one.
      if (now.current.values === sent) await writer?.forget();
    } else if (outcome.kind === 'failed') refuse({}, outcome.text);
    else {
      const mended = Object.keys(sent).filter((name) => sent[name] !== now.current.values[name]);
      refuse(without(outcome.errors, mended), null);
    }
  };
  const submit = async () => {
    if (now.current.isBusy) return;
    now.current.isBusy = true;
    const sent = now.current.values;
    try {
      const wrong = await options.judge?.(sent);
      if (wrong) return refuse(wrong, null);
      setBusy(true);
      await end(await options.send(sent), sent);
    } catch (error) {
      // A fault of ours: the person may try again, and whoever watches the page's errors hears of it.
      refuse({}, 'Не получилось отправить. Попробуйте ещё раз: всё введённое на\u00a0месте.');
      globalThis.reportError?.(error);
    } finally {
      now.current.isBusy = false;
      setBusy(false);
    }
  };
  const reset = () => {
    now.current.touched.clear();
    show(initial);
    setErrors({});
    setFailed(null);
    setRestored(false);
    void writer?.forget();
  };
  return { values, errors, failed, isBusy, isRestored, refusals, set, submit, reset };
}

/** Of what was kept, the fields that the form has, of their kind. */
const fitting = <V extends FormValues>(
  initial: V,
  kept: Readonly<Record<string, unknown>>,
  left: readonly string[],
): Partial<V> =>
  Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => typeof value === typeof initial[name] && !left.includes(name)),
  ) as Partial<V>; // Names and kinds have just been compared.

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
