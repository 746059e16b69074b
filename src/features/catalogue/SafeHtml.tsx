import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { type HtmlNode, parseHtml } from '#src/ui/html.rules.ts';

/** Restricted HTML as React elements; text without tags becomes one paragraph. */
export function SafeHtml({ html }: { html: string }) {
  const nodes = useMemo(() => parseHtml(html), [html]);
  const isPlain = nodes.every(
    (node) => typeof node === 'string' || node.tag === 'br' || node.tag === 'b' || node.tag === 'a',
  );
  return isPlain ? (
    <p>{draw(nodes)}</p>
  ) : (
    <>{draw(nodes.filter((node) => typeof node !== 'string' || node.trim() !== ''))}</>
  );
}

const draw = (nodes: readonly HtmlNode[]): ReactNode[] =>
  nodes.map((node, i) => <Fragment key={i}>{typeof node === 'string' ? node : element(node)}</Fragment>);

function element(node: Exclude<HtmlNode, string>): ReactNode {
  if (node.tag === 'br') return <br />;
  const children = draw(node.children);
  if (node.tag !== 'a') return createElement(node.tag, null, ...children);
  if (!node.href) return <>{children}</>;
  if (node.href.startsWith('/')) {
    return (
      <Link className="link" href={node.href}>
        {children}
      </Link>
    );
  }
  return (
    <a className="link" href={node.href} rel="nofollow noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
