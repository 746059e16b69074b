import type { ReactNode } from 'react';

/** Somebody of the own structure, chosen in its tree: the screen gives the dialog. */
export type TreeSlot = (props: {
  act: string;
  onChosen: (person: { id: number; cons_id: string; name: string; line: number }) => void;
  onClose: () => void;
}) => ReactNode;
