import { useAtom, useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { ListRow } from '#contract/catalogue.ts';
import { LIMITS } from '#contract/tables.ts';
import { popupCartAtom } from '#src/features/cart/cart.atoms.ts';
import { networkAtom } from '#src/platform/api/network.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { IconButton } from '#src/ui/IconButton.tsx';
import styles from './PopupCart.module.css';

type Props = { cartHref: string; picture: (row: ListRow) => ReactNode };

/** «Товар в корзине»: leaves after 4 s, not while somebody is in it, and with the page; never takes focus; its words are said once (docs/product/addresses.md#popup-cart). */
export function PopupCart({ cartHref, picture }: Props) {
  const [row, setRow] = useAtom(popupCartAtom);
  const { isOnline } = useAtomValue(networkAtom);
  // Queued is not sent (docs/product/offline.md I10).
  const words = isOnline ? 'Товар в\u00a0корзине' : 'В\u00a0корзине на\u00a0телефоне, отправим, когда будет сеть';
  return (
    <>
      <output className="sr">{row && `${words}: ${row.title}`}</output>
      {row && (
        <Popup
          key={row.id}
          row={row}
          words={words}
          cartHref={cartHref}
          picture={picture}
          onClose={() => setRow(null)}
        />
      )}
    </>
  );
}

function Popup({
  row,
  words,
  cartHref,
  picture,
  onClose,
}: Props & { row: ListRow; words: string; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  }, [onClose]);
  // Whoever goes to another page has seen it; there it would lie over what they came for.
  const [path] = useLocation();
  // What is searched for is a page of its own, though its path is the list's; filters and sorting leave one on it.
  const page = `${path}?${new URLSearchParams(useSearch()).get('q') ?? ''}`;
  const openedAt = useRef(page);
  useEffect(() => {
    if (page !== openedAt.current) close.current();
  }, [page]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    box.showPopover?.();
    let left: number = LIMITS.popupCartMs;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = () => {
      since = performance.now();
      timer = setTimeout(() => close.current(), left);
    };
    const hold = () => {
      clearTimeout(timer);
      left = Math.max(0, left - (performance.now() - since));
    };
    const isInside = () => box.matches(':hover') || box.contains(document.activeElement);
    const onEnter = () => hold();
    // Focus and pointer may leave one after the other: the timer continues when both are gone.
    const onLeave = () =>
      queueMicrotask(() => {
        clearTimeout(timer);
        if (!isInside()) run();
      });
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close.current();
    const events = [
      ['pointerenter', onEnter],
      ['focusin', onEnter],
      ['pointerleave', onLeave],
      ['focusout', onLeave],
    ] as const;
    for (const [name, hear] of events) box.addEventListener(name, hear);
    document.addEventListener('keydown', onKey);
    run();
    return () => {
      clearTimeout(timer);
      for (const [name, hear] of events) box.removeEventListener(name, hear);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    // A dialog element would take focus and the popover's place in the top layer is what it needs (docs/product/addresses.md#popup-cart).
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={ref} popover="manual" role="dialog" aria-label="Товар в корзине" className={styles.popup}>
      <span className={styles.picture}>{picture(row)}</span>
      <div>
        <p className="small mute">{words}</p>
        <p className={styles.title}>{row.title}</p>
      </div>
      <IconButton icon="x" label="Закрыть" size={20} className={styles.close} onClick={onClose} />
      <Link href={cartHref} className={buttonClass('soft', { className: styles.go })} onClick={onClose}>
        Открыть корзину
      </Link>
    </div>
  );
}
