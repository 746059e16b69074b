import { useAtomValue, useSetAtom } from 'jotai';
import type { CategoryNode } from '#contract/catalogue.ts';
import { Link } from 'wouter';
import { catalogueAtom, syncStateAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { retryCatalogueAtom } from '#src/features/catalogue/catalogue-more.atoms.ts';
import { useCategoryHref } from '#src/features/catalogue/use-category-href.ts';
import { useDroppedFilters } from '#src/features/catalogue/use-dropped-filters.ts';
import { useMissNoted } from '#src/features/catalogue/use-miss-noted.ts';
import { NO_FILTERS } from '#src/features/catalogue/listing-url.rules.ts';
import type { ListState } from '#src/features/catalogue/use-listing.ts';
import type { SearchAnswer } from '#src/offline/search/search-query.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { Button } from '#src/ui/Button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { chipClass } from '#src/ui/chip-class.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { formatNumber, NBSP } from '#src/ui/format.ts';
import { usePageTitle } from '#src/ui/page-title.ts';
import styles from './ListNotes.module.css';

// What the list says besides its cards. A chunk of its own: most visits never see it.

/** «Исправлено: магний, искать точно «vfuybq»», and what became of the filters. */
export function SearchNote({ list }: { list: ListState }) {
  const { found, listing, change } = list;
  const dropped = useDroppedFilters(list);
  useMissNoted(found);
  if (!found) return null;
  if (!found.answer) return <p className={styles.note}>Поиск не сработал. Обновите страницу и попробуйте снова.</p>;
  const { corrected, isPartly, ids } = found.answer;
  const wish = listing.priceMin === null && listing.priceMax === null ? found.answer.price : undefined;
  if (ids.length === 0 || (!corrected && !isPartly && !dropped && !wish)) return null;
  return (
    <output className={styles.note}>
      {corrected && (
        <>
          Исправлено: <b>{corrected}</b>,{' '}
          <button type="button" className="link hit" onClick={() => change({ q: `«${listing.q}»` })}>
            искать точно «{listing.q}»
          </button>
          .{' '}
        </>
      )}
      {isPartly && 'Всех слов сразу нет ни у одного товара — показываем похожие. '}
      {wish && (
        <>
          Показать только{' '}
          <button
            type="button"
            className="link hit"
            onClick={() => change({ q: wish.rest, priceMin: wish.priceMin, priceMax: wish.priceMax })}
          >
            {priceWords(wish)}
          </button>
          ?{' '}
        </>
      )}
      {dropped && (
        <>
          С выбранными фильтрами по этому запросу ничего нет, поэтому они сняты.{' '}
          <button type="button" className="link hit" onClick={() => change(dropped)}>
            Вернуть фильтры
          </button>
        </>
      )}
    </output>
  );
}

const priceWords = ({ priceMin, priceMax }: NonNullable<SearchAnswer['price']>): string =>
  [
    ...(priceMin === null ? [] : [`от${NBSP}${formatNumber(priceMin)}`]),
    ...(priceMax === null ? [] : [`до${NBSP}${formatNumber(priceMax)}`]),
  ].join(' ') + `${NBSP}₽`;

/** Nothing to show: why, and the next step. */
export function EmptyResult({ list, category }: { list: ListState; category: CategoryNode | null }) {
  const { listing, filters, change, found } = list;
  const href = useCategoryHref();
  if (found?.answer?.isIllness) return <NoCure />;
  const suggestion = found?.answer?.suggestion;
  const bare = listing.q.replace(/^["«“]|["»”]$/g, '');
  const isFound = (found?.answer?.ids.length ?? 0) > 0;
  const action =
    filters > 0 && (isFound || listing.q === '') ? (
      <Button kind="leaf" onClick={() => change(NO_FILTERS)}>
        Сбросить фильтры
      </Button>
    ) : suggestion ? (
      <Button kind="leaf" onClick={() => change({ q: suggestion })}>
        Показать: {suggestion}
      </Button>
    ) : isFound && category ? (
      <Link href={href(null)} className={buttonClass('leaf')}>
        Искать во всём каталоге
      </Link>
    ) : (
      <Link href="/katalog" className={buttonClass('leaf')}>
        Показать весь каталог
      </Link>
    );
  const words = listing.q === '' ? 'Под эти условия ничего не подошло' : `По запросу «${bare}» ничего не${NBSP}нашлось`;
  const isInVain = !isFound && listing.q !== '';
  return (
    <>
      <EmptyState
        drawing="search"
        title={words}
        text={
          isInVain
            ? 'Назовите товар, из чего он или для чего: «магний», «облепиха», «для сна». Или наберите код: пять или шесть цифр.'
            : 'Попробуйте убрать часть условий.'
        }
        action={action}
      />
      {isInVain && <Departments />}
    </>
  );
}

/** For whoever cannot name it: where to look instead. */
function Departments() {
  const { categories } = useAtomValue(catalogueAtom);
  return (
    <nav className={styles.look} aria-labelledby="or-look">
      <p id="or-look" className="small mute">
        Или посмотрите
      </p>
      <ul>
        {categories
          .filter((node) => node.parent_id === null && node.count > 0)
          .map((node) => (
            <li key={node.id}>
              <Link href={`/katalog/${node.slug}`} className={chipClass()}>
                {node.short}
                <span className="num">{formatNumber(node.count)}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** What names an illness finds no supplement (docs/product/law.md, docs/decisions/261). */
function NoCure() {
  return (
    <EmptyState
      drawing="sprout"
      title="Добавки не лечат"
      text="У нас еда, чай, косметика и добавки — лекарств нет. С недомоганием обратитесь к врачу: он скажет, что подойдёт именно вам."
      action={
        <Link href="/katalog" className={buttonClass('leaf')}>
          Показать весь каталог
        </Link>
      }
    />
  );
}

export function UnknownCategory() {
  usePageTitle('Такой категории нет');
  return (
    <EmptyState
      level={1}
      drawing="lost"
      title="Такой категории нет"
      text="Её могли переименовать. Всё, что есть, — в каталоге."
      action={
        <Link href="/katalog" className={buttonClass('leaf')}>
          В каталог
        </Link>
      }
    />
  );
}

/** Nothing is stored and nothing answers: words and a way on, never a blank page. */
export function NothingStored() {
  const retry = useSetAtom(retryCatalogueAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const { kind } = useAtomValue(syncStateAtom);
  const isBusy = kind === 'loading' || kind === 'idle';
  const text =
    kind === 'broken'
      ? 'Вместо каталога пришёл чужой ответ. Так бывает в сетях, где сначала нужно войти на их странице.'
      : kind === 'full'
        ? 'На устройстве не осталось места. Освободите немного и попробуйте снова.'
        : isOnline
          ? 'Сервер не ответил. Как только ответит, каталог сохранится и будет открываться без сети.'
          : 'Откройте его один раз при связи — дальше он будет работать и без неё.';
  return (
    <EmptyState
      drawing="offline"
      title="Каталог ещё не сохранён на этом устройстве"
      text={text}
      action={
        <Button kind="leaf" onClick={() => void retry()} disabled={isBusy}>
          {isBusy ? 'Загружаем…' : 'Попробовать снова'}
        </Button>
      }
    />
  );
}

/** First run: the rest of the catalogue is on its way, in numbers. */
export function SyncProgress({ shown, total }: { shown: number; total: number }) {
  const retry = useSetAtom(retryCatalogueAtom);
  const state = useAtomValue(syncStateAtom);
  const isStopped = state.kind === 'offline' || state.kind === 'broken' || state.kind === 'full';
  return (
    <div className={styles.progress}>
      <p className="mute num">
        {formatNumber(shown)} из {formatNumber(total)}
        {state.kind === 'loading' &&
          ` · загружено ${kilobytes(state.doneBytes)} из ${kilobytes(state.totalBytes)}${NBSP}кБ`}
      </p>
      {state.kind === 'loading' && (
        <progress max={state.totalBytes} value={state.doneBytes} aria-label="Загрузка каталога" />
      )}
      {isStopped && (
        <Button kind="line" onClick={() => void retry()}>
          Загрузить остальные
        </Button>
      )}
    </div>
  );
}
const kilobytes = (bytes: number): string => formatNumber(Math.ceil(bytes / 1024));
