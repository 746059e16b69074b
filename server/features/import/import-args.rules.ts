export type ImportOptions = {
  file: string;
  isDryRun: boolean;
  /** Null: the host of the feed's `<shop><url>`. */
  source: string | null;
  /** 770 = `--cons-ratio 0.77`; null = not given. */
  consRatioMilli: number | null;
  hideMissing: boolean;
};
export type ParsedArgs = { kind: 'ok'; options: ImportOptions } | { kind: 'help' } | { kind: 'wrong'; message: string };

export const USAGE = `Импорт товаров из файла Яндекс Маркета (YML):
  npm run import -- ФАЙЛ.yml.xml [--dry-run] [--source ИМЯ] [--cons-ratio 0.77] [--hide-missing]
  --dry-run      только показать, что изменится; ничего не записать
  --source       имя поставщика; обычно берётся из <shop><url>
  --cons-ratio   доля цены для консультанта; без неё цена одна и баллов нет
  --hide-missing скрыть товары этого поставщика, которых больше нет в файле
Код выхода: 0 — взято всё, 2 — что-то отклонено, 1 — ничего не сделано из-за ошибки.`;

export function parseArgs(args: readonly string[]): ParsedArgs {
  const wrong = (message: string): ParsedArgs => ({ kind: 'wrong', message });
  const options: ImportOptions = { file: '', isDryRun: false, source: null, consRatioMilli: null, hideMissing: false };
  for (let at = 0; at < args.length; at += 1) {
    const [name, inline] = splitOption(args[at] ?? '');
    const value = () => inline ?? args[(at += 1)] ?? '';
    if (name === '--help' || name === '-h') return { kind: 'help' };
    if (name === '--dry-run') options.isDryRun = true;
    else if (name === '--hide-missing') options.hideMissing = true;
    else if (name === '--source') {
      options.source = cleanSource(value());
      if (options.source === null) return wrong('--source: нужно имя из букв, цифр, точек и дефисов, до 100 знаков');
    } else if (name === '--cons-ratio') {
      const text = value().replace(',', '.');
      const milli = /^(0\.\d{1,3}|1(\.0{1,3})?)$/.test(text) ? Math.round(Number(text) * 1000) : 0;
      if (milli < 1) return wrong('--cons-ratio: нужна доля от 0.001 до 1, например 0.77');
      options.consRatioMilli = milli;
    } else if (name.startsWith('-')) return wrong(`Неизвестный ключ ${name}`);
    else if (options.file !== '') return wrong(`Лишнее слово «${name}»: файл уже назван («${options.file}»)`);
    else options.file = name;
  }
  return options.file === '' ? wrong('Не назван файл') : { kind: 'ok', options };
}

function splitOption(arg: string): [string, string | undefined] {
  const at = arg.startsWith('--') ? arg.indexOf('=') : -1;
  return at === -1 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

export const cleanSource = (name: string): string | null =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(name) ? name.toLowerCase() : null;

/** `https://карсаман.рф/` → `xn--80aa0akjbx.xn--p1ai`; null when the address names no host. Pure: WHATWG URL does no I/O. */
export function sourceOfUrl(address: string): string | null {
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
  const host = URL.canParse(text) ? new URL(text).hostname : '';
  return host === '' || !host.includes('.') ? null : host.toLowerCase();
}
