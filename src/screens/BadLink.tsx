import { Button } from '#src/ui/Button.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { usePageTitle } from '#src/ui/page-title.ts';

/**
 * A sponsorId that is not a number stops navigation (docs/product/asked-for.md#screens); the way on is the same page without
 * it.
 */
export function BadLink() {
  usePageTitle('Ссылка недействительна');
  const goOn = () => {
    const url = new URL(location.href);
    url.searchParams.delete('sponsorId');
    location.replace(url.pathname + url.search + url.hash);
  };
  return (
    <div className="wrap">
      <EmptyState
        level={1}
        drawing="lost"
        title="Ссылка недействительна"
        text="В ней неверный номер консультанта: он состоит только из цифр. Попросите прислать ссылку ещё раз или продолжите без неё."
        action={
          <Button kind="leaf" onClick={goOn}>
            Продолжить без номера
          </Button>
        }
      />
    </div>
  );
}
