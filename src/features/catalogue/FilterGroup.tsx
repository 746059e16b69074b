import { type ReactNode, useState } from 'react';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { formatNumber } from '#src/ui/format.ts';
import { Lead } from '#src/ui/Lead.tsx';
import styles from './FilterFields.module.css';

/** `only=` of the address, in words. */
export const ONLY_WORDS: Readonly<Record<string, string>> = { sale: 'Со скидкой', new: 'Новинки', hit: 'Хиты' };

type GroupProps = { title: string; isFolded?: boolean; children: ReactNode };
/** A titled group of choices; a folded one opens by its title. */
export function Group({ title, isFolded, children }: GroupProps) {
  if (isFolded === undefined)
    return (
      <fieldset className={styles.group}>
        <legend className="h3">{title}</legend>
        {children}
      </fieldset>
    );
  return (
    <Folded className={styles.group} summary={<summary className="h3">{title}</summary>} isOpen={!isFolded}>
      <fieldset aria-label={title}>{children}</fieldset>
    </Folded>
  );
}

type FoldedProps = { className: string | undefined; summary: ReactNode; isOpen: boolean; children: ReactNode };
/** What is folded is not in the document: dozens of choices nobody looks at (docs/product/start.md, nodes of a long list). */
export function Folded({ className, summary, isOpen, children }: FoldedProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  return (
    <details className={className} open={isOpen} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      {summary}
      {(isUnfolded || isOpen) && children}
    </details>
  );
}

type ChoiceProps = { words: ReactNode; count: number | undefined; checked: boolean; onChange: () => void };
/** One choice with its count; nothing behind it is muted, and stays to be tapped away when it is chosen. */
export function Choice({ words, count, checked, onChange }: ChoiceProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={onChange}
      disabled={count === 0 && !checked}
      className={`${styles.line} ${count === 0 ? styles.none : ''}`}
    >
      <Lead name={words} value={count === undefined ? '' : formatNumber(count)} />
    </Checkbox>
  );
}

export const toggled = (list: readonly string[], key: string): string[] =>
  list.includes(key) ? list.filter((one) => one !== key) : [...list, key];
