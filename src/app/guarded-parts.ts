import { lazyPart } from '#src/ui/lazy-part.tsx';

export const Guarded = lazyPart(() => import('#src/app/Guarded.tsx'), 'Guarded');
export const Framed = lazyPart(() => import('#src/app/Guarded.tsx'), 'Framed');
