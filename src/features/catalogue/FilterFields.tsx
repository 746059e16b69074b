import type { ReactNode } from 'react';
import { FREE_OF } from '#contract/free-of.ts';
import { FormChoices } from '#src/features/catalogue/FormChoices.tsx';
import { PriceFields } from '#src/features/catalogue/PriceFields.tsx';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './FilterFields.module.css';

/** `only=` of the address, in words. */
export const ONLY_WORDS: Readonly<Record<string, string>> = { sale: 'Со скидкой', new: 'Новинки', hit: 'Хиты' };

/** What the list may be narrowed by, each choice with the number of products it would show. In the rail and in the sheet of the phone. */
export function FilterFields({ list }: { list: ListState }) {
  const { result, listing, change } = list;
  const needs = result?.needs ?? [];
  const free = result?.free ?? [];
  return (
    <>
      {needs.length > 0 && (
        <Group title="Для чего">
          {needs.map(({ key, title, count }) => (
            <Choice
              key={key}
              words={title}
              count={count}
              checked={listing.needs.includes(key)}
              onChange={() => change({ needs: toggled(listing.needs, key) })}
            />
          ))}
        </Group>
      )}
      <PriceFields list={list} />
      <Group title="Наличие и цена">
        <Choice
          words="В наличии"
          count={result && list.isCounted ? result.inStock : undefined}
          checked={listing.inStock}
          onChange={() => change({ inStock: !listing.inStock })}
        />
        {(result?.only ?? []).map(({ key, count }) => (
          <Choice
            key={key}
            words={ONLY_WORDS[key]}
            count={count}
            checked={listing.only.includes(key)}
            onChange={() => change({ only: toggled(listing.only, key) })}
          />
        ))}
      </Group>
      <FormChoices list={list} />
      {free.length > 0 && <FreeOf list={list} counts={new Map(free.map(({ key, count }) => [key, count]))} />}
    </>
  );
}

/** «Без»: what must not be inside, and whom the label does not advise against. */
function FreeOf({ list: { listing, change }, counts }: { list: ListState; counts: ReadonlyMap<string, number> }) {
  const part = (kind: 'content' | 'advice') =>
    FREE_OF.filter((one) => one.kind === kind).map(({ key, of }) => (
      <Choice
        key={key}
        words={of}
        count={counts.get(key) ?? 0}
        checked={listing.free.includes(key)}
        onChange={() => change({ free: toggled(listing.free, key) })}
      />
    ));
  return (
    <>
      <Group title="Без в составе" isFolded={!FREE_OF.some((one) => one.kind === 'content' && listing.free.includes(one.key))}>
        {part('content')}
        <p className={`small mute ${styles.note}`}>По словам этикетки. Наборы не показываем: их состав — на каждом предмете.</p>
      </Group>
      <Group
        title="Без противопоказаний"
        isFolded={!FREE_OF.some((one) => one.kind === 'advice' && listing.free.includes(one.key))}
      >
        {part('advice')}
        <p className={`small mute ${styles.note}`}>
          Убираем товары, у которых это названо в противопоказаниях. Посоветуйтесь с врачом и прочитайте этикетку.
        </p>
      </Group>
    </>
  );
}

type GroupProps = { title: string; isFolded?: boolean; children: ReactNode };
/** A titled group of choices; a folded one opens by its title. */
export function Group({ title, isFolded, children }: GroupProps) {
  if (isFolded === undefined)
    return (
      <fieldset className={styles.group}>
        <legend className="h3">{title}</legend>
        {children}
      </fieldset>
    );
  return (
    <details className={styles.group} open={!isFolded}>
      <summary className="h3">{title}</summary>
      <div role="group" aria-label={title}>
        {children}
      </div>
    </details>
  );
}

type ChoiceProps = { words: ReactNode; count: number | undefined; checked: boolean; onChange: () => void };
/** One choice with its count; nothing behind it is muted, and stays to be tapped away when it is chosen. */
export function Choice({ words, count, checked, onChange }: ChoiceProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={onChange}
      disabled={count === 0 && !checked}
      className={`${styles.line} ${count === 0 ? styles.none : ''}`}
    >
      <Lead name={words} value={count === undefined ? '' : formatNumber(count)} />
    </Checkbox>
  );
}

export const toggled = (list: readonly string[], key: string): string[] =>
  list.includes(key) ? list.filter((one) => one !== key) : [...list, key];
