import { type ReactNode, startTransition, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#src/platform/display/when-idle.ts';

/** What is not in the first screen: neither is it rendered on the server nor does it hold up the rest or a tap. */
export function WhenIdle({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setDue(true))), []);
  return isDue && <Suspense>{children}</Suspense>;
}
