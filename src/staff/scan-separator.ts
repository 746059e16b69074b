import type { KeyboardEvent } from 'react';

/** The sign that stands for the separator of GS1 codes: no text field can hold the control sign itself. */
export const SHOWN_GS = '\u241D';

/** Scanners send FNC1 as the control sign itself, or as Ctrl and the key of «]». */
export const isSeparator = ({
  key,
  code,
  ctrlKey,
}: Pick<KeyboardEvent<HTMLInputElement>, 'key' | 'code' | 'ctrlKey'>): boolean =>
  key === '\u001D' || (ctrlKey && (code === 'BracketRight' || key === ']'));
