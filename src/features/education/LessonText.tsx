import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import {
  checklistOf,
  type LessonElement,
  type LessonNode,
  parseLesson,
} from '#src/features/education/lesson-html.rules.ts';
import { LessonPicture } from '#src/features/education/LessonPicture.tsx';
import { Checkbox } from '#src/ui/Checkbox.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import styles from './LessonText.module.css';

type Props = {
  html: string;
  /** Lines of the checklist that are ticked, by their order in the lesson. */
  ticks: readonly number[];
  onTick: (line: number) => void;
};

/** The lesson as React elements: nothing of its source reaches the document as HTML. */
export function LessonText({ html, ticks, onTick }: Props) {
  const nodes = useMemo(() => parseLesson(html), [html]);
  const lines = useMemo(() => checklistOf(nodes), [nodes]);
  const draw = (children: readonly LessonNode[]): ReactNode[] =>
    children.map((node, i) => <Fragment key={i}>{typeof node === 'string' ? node : element(node)}</Fragment>);

  function element(node: LessonElement): ReactNode {
    const { tag, role, children } = node;
    if (tag === 'br' || tag === 'hr') return createElement(tag);
    if (tag === 'img')
      return <LessonPicture src={node.src} alt={node.alt ?? ''} width={node.width} height={node.height} />;
    if (tag === 'a') return node.href ? <Anchor href={node.href}>{draw(children)}</Anchor> : <>{draw(children)}</>;
    if (role === 'checklist')
      return (
        <ul className={styles.checklist}>
          {children.map((child, i) => isItem(child) && <li key={i}>{tickLine(child)}</li>)}
        </ul>
      );
    if (role === 'pair') return <ul className={styles.pair}>{draw(children)}</ul>;
    if (role === 'can' || role === 'cannot')
      return (
        <li className={role === 'can' ? styles.can : styles.cannot}>
          <Icon name={role === 'can' ? 'check' : 'x'} />
          <span>
            <span className="sr">{role === 'can' ? 'Можно: ' : 'Нельзя: '}</span>
            <span>{draw(children)}</span>
          </span>
        </li>
      );
    if (tag === 'aside') return <aside className={styles.reminder}>{draw(children)}</aside>;
    if (tag === 'figure') return <figure className={styles.figure}>{draw(children)}</figure>;
    if (tag === 'table')
      return (
        // Wider than the phone it is moved sideways, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.table} tabIndex={0} aria-label="Таблица">
          <table>{draw(children)}</table>
        </section>
      );
    return createElement(tag, null, ...draw(children));
  }
  function tickLine(item: LessonElement): ReactNode {
    const line = lines.indexOf(item);
    return (
      <Checkbox checked={ticks.includes(line)} onChange={() => onTick(line)}>
        {draw(item.children)}
      </Checkbox>
    );
  }
  return <>{draw(nodes)}</>;
}
const isItem = (node: LessonNode): node is LessonElement => typeof node !== 'string' && node.tag === 'li';

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('/'))
    return (
      <Link className="link" href={href}>
        {children}
      </Link>
    );
  return (
    <a className="link" href={href} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
