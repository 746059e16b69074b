import { useAtomValue, useSetAtom } from 'jotai';
import { type MouseEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'wouter';
import { priceOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import type { News, NewsRow } from '#src/features/sync/news.rules.ts';
import { refusedRows } from '#src/features/sync/refused-rows.rules.ts';
import { RefusedItem } from '#src/features/sync/RefusedItem.tsx';
import { introOf, judgedGroups, verdictOf } from '#src/features/sync/sheet.rules.ts';
import { closeNewsAtom } from '#src/features/sync/sync.atoms.ts';
import { useEscape, useWayBack } from '#src/features/sync/use-sheet-keys.ts';
import type { Outcome } from '#src/offline/outbox/record.ts';
import { lookAtom } from '#src/sync-client/kinds.atom.ts';
import { syncAtom } from '#src/sync-client/sync.atoms.ts';
import { Button } from '#src/ui/Button.tsx';
import { focusNeighbour } from '#src/ui/focus-neighbour.ts';
import { formatAt, formatMoney } from '#src/ui/format.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import { Lead } from '#src/ui/Lead.tsx';
import { Money } from '#src/terms/Money.tsx';
import { Tag } from '#src/ui/Tag.tsx';
import item from './SyncItem.module.css';
import styles from './SyncSheet.module.css';

/** A line of the cart whose price has risen, in kopecks a piece; it waits for «Оставить» or «Убрать» (docs/product/offline.md#prices). */
export type Rise = { productId: number; title: string; image: string | null; from: number; to: number };
type Props = {
  shown: { news: News; at: string };
  rises: readonly Rise[];
  onKeep: (rise: Rise) => void;
  onDrop: (rise: Rise) => void;
  picture: (image: string | null) => ReactNode;
};
/** More of one group stands on its own screen. */
const CAP = 20;

/** Quiet: it takes no focus and covers no navigation; Escape, the cross and «Готово» close it (docs/product/offline.md#refusals). */
export function SyncSheet({ shown: { news, at }, rises, onKeep, onDrop, picture }: Props) {
  const close = useSetAtom(closeNewsAtom);
  const id = useId();
  const { removed, sent } = news;
  const waiting = useAtomValue(syncAtom).pending.filter(({ last }) => last !== undefined).length;
  const look = useAtomValue(lookAtom);
  const refused = refusedRows(look, news.refused);
  const changed = news.changed.filter((outcome) => !verdictOf(look, outcome));
  const [dropped, setDropped] = useState<readonly number[]>([]);
  // A line whose price has risen stands in the group that asks about it; one that was taken out of the cart, nowhere.
  const elsewhere = new Set<number | null>([...rises.map((rise) => rise.productId), ...dropped]);
  const added = news.added.filter((row) => row.pieces === null || !elsewhere.has(row.productId));
  const drop = (rise: Rise) => {
    setDropped([...dropped, rise.productId]);
    onDrop(rise);
  };
  const wayBack = useWayBack();
  useEscape(close);
  return (
    // Opened by its attribute: `show()` would take the focus from whatever the person is doing.
    <dialog open aria-labelledby={id} className={styles.sheet} {...wayBack}>
      <div className={styles.head}>
        <h2 id={id}>Пока вы были офлайн</h2>
        <IconButton icon="x" label="Закрыть" onClick={() => void close()} />
      </div>
      {/* A list longer than the screen is scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.body} tabIndex={0} aria-labelledby={id}>
        <p className="soft small">{introOf(look, { ...news, added }, rises.length, formatAt(at), waiting)}</p>
        <Group title="Добавлено с изменением" tone="seed" count={changed.length + rises.length}>
          {rises.slice(0, CAP).map((rise) => (
            <li key={rise.productId} className={item.item}>
              <span className={item.picture}>{picture(rise.image)}</span>
              <div className={item.words}>
                <p>{rise.title}</p>
                <p>
                  <Money value={rise.from} old /> → <b className="num">{formatMoney(rise.to)}</b>{' '}
                  <span className="mute small">
                    за{'\u00a0'}1{'\u00a0'}шт.
                  </span>
                </p>
              </div>
              <div className={item.actions}>
                <Button kind="line" aria-description={rise.title} onClick={(event) => decide(event, rise, drop)}>
                  Убрать
                </Button>
                <Button kind="soft" aria-description={rise.title} onClick={(event) => decide(event, rise, onKeep)}>
                  Оставить
                </Button>
              </div>
            </li>
          ))}
          {changed.slice(0, CAP).map((outcome) => (
            <ChangedItem key={outcome.id} outcome={outcome} picture={picture} />
          ))}
        </Group>
        {judgedGroups(look, news.changed).map(({ title, named, outcomes }) => (
          <Group key={title} title={title} tone="leaf" count={outcomes.length}>
            {outcomes.slice(0, CAP).map((outcome) => (
              <JudgedItem
                key={outcome.id}
                outcome={outcome}
                name={named(outcome.seen.title)}
                onLeave={() => void close()}
              />
            ))}
          </Group>
        ))}
        <Group title="Не добавлено" tone="plain" count={refused.length}>
          {refused.slice(0, CAP).map((row) => (
            <RefusedItem key={row.key} row={row} picture={picture} onLeave={() => void close()} />
          ))}
        </Group>
        <Done title="Добавлено" tone="leaf" rows={added} />
        <Done title="Убрано" tone="leaf" rows={removed} />
        <Done title="Отправлено" tone="leaf" rows={sent} />
        {Math.max(changed.length, refused.length, rises.length) > CAP && (
          <p>
            <Link href="/user/sync" className="link" onClick={() => void close()}>
              Показать всё
            </Link>
          </p>
        )}
      </section>
      <div className={styles.foot}>
        <Button kind="leaf" size="lg" wide onClick={() => void close()}>
          Готово
        </Button>
      </div>
    </dialog>
  );
}

type GroupProps = { title: string; tone: 'seed' | 'plain' | 'leaf'; count: number; children: ReactNode };
function Group({ title, tone, count, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <section className={styles.group}>
      <h3>
        {title}
        <Tag kind={tone} className="num">
          {count}
        </Tag>
      </h3>
      <ul>{children}</ul>
    </section>
  );
}

/** What needs nobody's decision: one line each. */
function Done({ title, tone, rows }: { title: string; tone: 'leaf'; rows: readonly NewsRow[] }) {
  return (
    <Group title={title} tone={tone} count={rows.length}>
      {rows.slice(0, CAP).map((row) => (
        <li key={row.key} className={styles.done}>
          <Lead name={row.title} value={<Value row={row} />} />
        </li>
      ))}
      {rows.length > CAP && <li className="small mute">и ещё {rows.length - CAP}</li>}
    </Group>
  );
}

function Value({ row: { done, pieces, productId } }: { row: NewsRow }) {
  const price = useAtomValue(priceOfAtom)(productId ?? 0);
  if (pieces === null) return <>{done}</>;
  const each = price && (price.consPrice ?? price.price);
  return <>{each ? `${pieces} × ${formatMoney(each)}` : `${pieces}\u00a0шт.`}</>;
}

/** Fewer pieces than were asked for, in the server's words. */
function ChangedItem({ outcome, picture }: { outcome: Outcome; picture: Props['picture'] }) {
  const { seen, change } = outcome;
  const { asked, applied, message } = change;
  return (
    <li className={item.item}>
      <span className={item.picture}>{picture(seen.image ?? null)}</span>
      <div className={item.words}>
        <p>{seen.title || 'Товар'}</p>
        {asked !== undefined && applied !== undefined && (
          <p className="num">
            <s className="old">
              <span className="sr">Просили: </span>
              {asked}
            </s>{' '}
            → <b>{applied}</b> шт.
          </p>
        )}
        {message && <p className="small soft">{message}</p>}
      </div>
    </li>
  );
}

/** What was judged while nobody looked: the verdict, and the way to all that the shop says of it. */
function JudgedItem(props: { outcome: Outcome; name: string; onLeave: () => void }) {
  const { outcome, name, onLeave } = props;
  const verdict = verdictOf(useAtomValue(lookAtom), outcome);
  if (!verdict) return null;
  return (
    <li className={styles.done}>
      <Lead name={name} value={verdict.value} wraps />
      <Link href={verdict.href} className="link small" onClick={onLeave}>
        {verdict.link}
      </Link>
    </li>
  );
}

function decide(event: MouseEvent<HTMLElement>, rise: Rise, work: (rise: Rise) => void): void {
  focusNeighbour(event.currentTarget, 'li');
  work(rise);
}
