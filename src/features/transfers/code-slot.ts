import type { ReactNode } from 'react';
import type { SentCode } from '#contract/registration.ts';

/** The field for a code, which registration has too: the screen gives it. */
export type CodeSlot = (props: {
  sent: SentCode | null;
  submit: string;
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
}) => ReactNode;
