import { createElement, Fragment, type ReactNode } from 'react';
import { type HtmlNode, parseHtml } from './html.rules.ts';

/**
 * A line of the shop's words that may hold `b`, `br` and `a`: drawn as elements, so nothing of the source reaches the document as
 * HTML. A link of our own leaves the page as any link does: what was typed is kept as a draft.
 */
export function SafeText({ text }: { text: string }) {
  return <>{/[<&]/.test(text) ? draw(parseHtml(text)) : text}</>;
}

const draw = (nodes: readonly HtmlNode[]): ReactNode[] =>
  nodes.map((node, at) => <Fragment key={at}>{typeof node === 'string' ? node : element(node)}</Fragment>);

function element({ tag, href, children }: Exclude<HtmlNode, string>): ReactNode {
  if (tag === 'br') return <br />;
  if (tag === 'b') return createElement('b', null, ...draw(children));
  if (tag !== 'a' || href === undefined) return <>{draw(children)}</>;
  const isOwn = href.startsWith('/') || href.startsWith('#');
  const away = isOwn ? {} : { rel: 'nofollow noopener noreferrer', target: '_blank' };
  return (
    <a className="link" href={href} {...away}>
      {draw(children)}
    </a>
  );
}
