import { Component, type ReactNode, Suspense } from 'react';
import { pageGoes } from '#src/app/chunk-errors.ts';
import { forgetFailures, lazyPart } from '#src/ui/lazy-part.tsx';

/** The words come after the first cards (Later.tsx); nothing in them needs another file. */
export const brokenWords = () => import('#src/app/Broken.tsx');
/** While a reload may bring the part that did not come, nobody reads words. */
const Broken = lazyPart(async () => {
  if (await pageGoes()) await new Promise(() => {});
  return brokenWords();
}, 'Broken');

/** `fallback`: in the place of the words. `waiting`: while it is asked whether a reload brings what is missing. */
type Props = { children: ReactNode; fallback?: ReactNode; waiting?: ReactNode };
type State = { error: unknown; isBroken: boolean };

/** A broken screen says so in words and keeps the rest of the page alive. Reset by its `key` on navigation. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, isBroken: false };
  static getDerivedStateFromError(error: unknown): State {
    return { error, isBroken: true };
  }
  override componentDidCatch(): void {
    forgetFailures();
  }
  override render() {
    const { error, isBroken } = this.state;
    const { children, fallback, waiting } = this.props;
    if (!isBroken) return children;
    if (fallback !== undefined) return fallback;
    return (
      // The chunk with the words may fail to load too.
      <ErrorBoundary
        fallback={
          <p className="wrap broken" role="alert">
            Страница не загрузилась. <a href="/katalog">В каталог</a>
          </p>
        }
      >
        <Suspense fallback={waiting}>
          <Broken error={error} onRetry={() => this.setState({ error: null, isBroken: false })} />
        </Suspense>
      </ErrorBoundary>
    );
  }
}
