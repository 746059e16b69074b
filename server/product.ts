import { parseArgs } from 'node:util';
import { runCommand } from '#server/command.ts';
import { StartError } from '#server/db/pg-program.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { findProductIdByCode } from '#server/features/catalogue/catalogue-changes.queries.ts';
import { renameProduct, setPrice, setPublished, setStock } from '#server/features/catalogue/catalogue.commands.ts';
import { RefusedError } from '#server/platform/refuse.ts';

const USAGE = `Изменить товар, рядом с работающим магазином или без него:
  npm run product -- КОД [--price 490] [--cons 380] [--old 590 | --old 0] [--stock 12] [--hide | --show]
                         [--title «Новое имя»] [--slug novyj-adres]
Цены в рублях. --old 0 убирает зачёркнутую цену. Старый адрес после --slug ведёт на новый.`;

/** `npm run product -- CODE …`: one transaction for everything asked, published in it. */
await runCommand(async (env) => {
  const { values, positionals } = parse();
  const code = positionals[0];
  const asked = Object.keys(values).length;
  if (code === undefined || positionals.length > 1 || asked === 0 || (values.hide && values.show))
    throw new StartError(USAGE);
  const now = new Date();
  await withDatabase(env, ({ db, jobs }) =>
    db
      .transaction(async (tx) => {
        const productId = await findProductIdByCode(tx, code);
        if (productId === undefined) throw new StartError(`Товара с кодом ${code} нет`);
        const of = { productId, now, jobs };
        if (values.title !== undefined || values.slug !== undefined)
          await renameProduct(tx, { ...of, title: values.title, slug: values.slug });
        if (values.stock !== undefined) await setStock(tx, { ...of, stock: numberOf('--stock', values.stock) });
        const [price, consPrice, old] = [values.price, values.cons, values.old].map((text, i) =>
          text === undefined ? undefined : kopecksOf(['--price', '--cons', '--old'][i]!, text),
        );
        if (price !== undefined || consPrice !== undefined || old !== undefined)
          await setPrice(tx, { ...of, price, consPrice, oldPrice: old === 0 ? null : old });
        if (values.hide || values.show) await setPublished(tx, { ...of, published: values.show === true });
      })
      .catch((error: unknown) => {
        if (error instanceof RefusedError)
          throw new StartError([error.message, ...Object.values(error.errors ?? {}).flat()].join('. '));
        throw error;
      }),
  );
  console.log(`Товар ${code} изменён и опубликован`);
});

function parse() {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      allowPositionals: true,
      options: { price: text, cons: text, old: text, stock: text, title: text, slug: text, hide: flag, show: flag },
    });
  } catch {
    throw new StartError(USAGE);
  }
}
function numberOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`${name}: нужно целое число`);
  return Number(text);
}
function kopecksOf(name: string, text: string): number {
  const parts = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text);
  if (!parts) throw new StartError(`${name}: нужна цена в рублях, например 490 или 490,50`);
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}
