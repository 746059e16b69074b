import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { LIMITS } from '#contract/tables.ts';
import { acceptCookies, areCookiesAccepted } from '#src/platform/memory/cookie-notice.ts';
import { Button } from '#src/ui/Button.tsx';
import styles from './CookieNotice.module.css';

/** One second after load, until «Окей» (docs/product/asked-for.md#states). Not a consent: nothing waits for it (docs/product/law.md, row 4). */
export function CookieNotice() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (areCookiesAccepted()) return undefined;
    // This chunk is loaded a little after the page; the second counts from then.
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const sinceLoadMs = page?.loadEventEnd ? performance.now() - page.loadEventEnd : 0;
    const timer = setTimeout(() => setShown(true), Math.max(0, LIMITS.cookieNoticeDelayMs - sinceLoadMs));
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <section className={styles.notice} aria-label="Уведомление о cookie" data-cookie-notice="">
      <p className="small">
        Мы используем файлы куки (cookie), чтобы сайт работал. Продолжая, вы соглашаетесь с{'\u00a0'}обработкой данных.{' '}
        <Link className="link" href="/cookie">
          Подробнее
        </Link>
      </p>
      <Button
        kind="line"
        onClick={() => {
          acceptCookies();
          setShown(false);
        }}
      >
        Окей
      </Button>
    </section>
  );
}
