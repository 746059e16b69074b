import { useState } from 'react';
import { FREE_OF } from '#contract/free-of.ts';
import { Choice, Group, ONLY_WORDS, toggled } from '#src/features/catalogue/FilterGroup.tsx';
import { FormChoices } from '#src/features/catalogue/FormChoices.tsx';
import { PriceFields } from '#src/features/catalogue/PriceFields.tsx';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import styles from './FilterFields.module.css';

/** What the list may be narrowed by, each choice with the number of products it would show. In the rail and in the sheet of the phone. */
export function FilterFields({ list }: { list: ListState }) {
  const { result, listing, change } = list;
  const free = result?.free ?? [];
  return (
    <>
      <Needs list={list} />
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

const NEEDS_SHOWN = 6;
/** «Для чего»: the topics that this category has goods for. */
function Needs({ list: { listing, result, change } }: { list: ListState }) {
  const [isAll, setAll] = useState(false);
  const needs = result?.needs ?? [];
  if (needs.length === 0) return null;
  const shown = needs.filter(({ key }, i) => isAll || i < NEEDS_SHOWN || listing.needs.includes(key));
  return (
    <Group title="Для чего">
      {shown.map(({ key, title, count }) => (
        <Choice
          key={key}
          words={title}
          count={count}
          checked={listing.needs.includes(key)}
          onChange={() => change({ needs: toggled(listing.needs, key) })}
        />
      ))}
      {shown.length < needs.length && (
        <button type="button" className={`link ${styles.more}`} onClick={() => setAll(true)}>
          Ещё {needs.length - shown.length}
        </button>
      )}
    </Group>
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
      <Group
        title="Без в составе"
        isFolded={!FREE_OF.some((one) => one.kind === 'content' && listing.free.includes(one.key))}
      >
        {part('content')}
        <p className={`small mute ${styles.note}`}>
          По словам этикетки. Наборы не показываем: их состав — на каждом предмете.
        </p>
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
