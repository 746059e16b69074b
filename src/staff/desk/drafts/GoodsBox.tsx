import { useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import type { DraftGoods } from '#contract/desk-drafts.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { findGoodsAtom } from '#src/staff/desk/drafts/desk-drafts.atoms.ts';
import type { BoxProps } from '#src/staff/desk/drafts/use-draft.ts';
import { Field, TextInput } from '#src/ui/Field.tsx';
import { formatMoney, NBSP } from '#src/ui/format.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Stepper } from '#src/ui/Stepper.tsx';
import { StepperInput } from '#src/ui/StepperInput.tsx';
import styles from './Drafts.module.css';

const REST_MS = 300;
const MOST = 999;

/** What is ordered: found by code, article or words, added by Enter, counted by typing. */
export function GoodsBox({ draft, fields, errors, edit }: BoxProps) {
  const known = new Map(draft.lines.map((line) => [line.product_id, line]));
  const [added, setAdded] = useState<readonly DraftGoods[]>([]);
  const goodsOf = (id: number) => known.get(id) ?? added.find(({ product_id: one }) => one === id);
  const put = (id: number, quantity: number) =>
    edit({
      lines: fields.lines.map((line) => (line.product_id === id ? { ...line, quantity: clamped(quantity) } : line)),
    });
  const add = (goods: DraftGoods) => {
    const line = fields.lines.find(({ product_id: id }) => id === goods.product_id);
    if (line) return put(goods.product_id, line.quantity + 1);
    setAdded((before) => [...before, goods]);
    return edit({ lines: [...fields.lines, { product_id: goods.product_id, quantity: 1 }] });
  };
  const drop = (id: number) => edit({ lines: fields.lines.filter(({ product_id: one }) => one !== id) });
  return (
    <section className={`card ${styles.box}`} aria-labelledby="draft-goods">
      <h2 id="draft-goods">Товары</h2>
      <FindGoods onTake={add} error={errors['lines']} />
      {fields.lines.length === 0 && <p className="soft">Пока пусто: найдите товар по коду или названию.</p>}
      <ul className={styles.lines} aria-label="Состав заказа">
        {fields.lines.map(({ product_id: id, quantity }) => {
          const goods = goodsOf(id);
          const title = goods?.title ?? 'Товар';
          return (
            <li key={id} aria-label={title}>
              <p className={styles.title}>
                <b>{title}</b>
                <span className="small soft">
                  {goods && (
                    <>
                      <span className="num">{goods.code}</span>
                      {goods.pack && `, ${goods.pack}`}, {formatMoney(goods.price)} за{NBSP}шт.
                    </>
                  )}
                </span>
                {goods && goods.most < quantity && (
                  <span className={`small ${styles.fault}`}>
                    {goods.most === 0 ? 'Сейчас нет в продаже' : `Сейчас есть ${goods.most}${NBSP}шт.`}
                  </span>
                )}
              </p>
              <Stepper
                tone="line"
                value={quantity}
                min={1}
                max={MOST}
                onChange={(delta) => put(id, quantity + delta)}
                input={<StepperInput value={quantity} onInput={(value) => put(id, value)} />}
              />
              <b className="num">{goods ? formatMoney(goods.price * quantity) : ''}</b>
              <IconButton icon="x" label={`Убрать: ${title}`} onClick={() => drop(id)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
const clamped = (quantity: number): number => Math.max(1, Math.min(MOST, Math.trunc(quantity)));

type FindProps = { onTake: (goods: DraftGoods) => void; error: readonly string[] | undefined };
function FindGoods({ onTake, error }: FindProps) {
  const find = useSetAtom(findGoodsAtom);
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly DraftGoods[] | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const asked = useRef(0);
  const look = async (words: string): Promise<readonly DraftGoods[]> => {
    asked.current += 1;
    const mine = asked.current;
    try {
      const goods = await find(words);
      if (mine !== asked.current) return [];
      setFound(goods);
      setSaid(goods.length === 0 ? 'Такого товара в продаже нет' : null);
      return goods;
    } catch (failed) {
      if (mine === asked.current) setSaid(failureText(failureOf(failed)));
      return [];
    }
  };
  useEffect(() => {
    const words = q.trim();
    if (words === '') return undefined;
    const timer = setTimeout(() => void look(words), REST_MS);
    return () => clearTimeout(timer);
    // The words decide when to ask.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [q]);
  const take = (goods: DraftGoods) => {
    asked.current += 1;
    setQ('');
    setFound(null);
    setSaid(null);
    onTake(goods);
  };
  /** A scanner types a code and Enter, faster than the search rests. */
  const takeFirst = async () => {
    const words = q.trim();
    if (words === '') return;
    const goods = await look(words);
    const [first] = goods;
    if (first && (goods.length === 1 || first.code === words)) take(first);
  };
  return (
    <div className={styles.goods}>
      <Field label="Добавить товар" error={said ?? error}>
        <TextInput
          type="search"
          placeholder="Код, артикул или название"
          autoComplete="off"
          value={q}
          maxLength={100}
          onChange={(event) => {
            setQ(event.target.value);
            setSaid(null);
            if (event.target.value.trim() === '') setFound(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void takeFirst();
          }}
        />
      </Field>
      {found && found.length > 0 && (
        <ul className={styles.found} aria-label="Найденные товары">
          {found.map((goods) => (
            <li key={goods.product_id}>
              <button type="button" disabled={goods.most === 0} onClick={() => take(goods)}>
                <span>
                  <b>{goods.title}</b>
                  <span className="small soft">
                    <span className="num">{goods.code}</span>
                    {goods.pack && `, ${goods.pack}`}
                    {goods.most === 0 && ', нет в наличии'}
                  </span>
                </span>
                <b className="num">{formatMoney(goods.price)}</b>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
