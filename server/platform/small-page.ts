import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import { contentPolicy } from '#server/platform/headers.ts';

// Small pages of the server's own, without the shop around them: the sandbox, receipts, leaving letters. One sheet, whose hash is in the
// policy; colours as in src/ui/tokens.css, which this page does not load.

const CSS = `
:root { color-scheme: light dark;
  --paper: light-dark(#faf7f0, #141714); --sheet: light-dark(#fffefb, #1b1f1b); --line: light-dark(#e6dfd1, #2d332d);
  --edge: light-dark(#8b8271, #7f8778); --dots: light-dark(#b3a993, #565e54);
  --ink: light-dark(#1d231e, #eeece3); --ink-2: light-dark(#50544a, #bdbcb0);
  --leaf: light-dark(#1f5a3c, #93cfa1); --on-leaf: light-dark(#fffefb, #0e2116); --leaf-soft: light-dark(#e7efe1, #22332a);
  --seed-ink: light-dark(#8a4a08, #ebb871); --seed-soft: light-dark(#fbecd5, #38291a); --focus: light-dark(#1f5a3c, #c6ecce); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 400 1.0625rem/1.625rem 'Golos Text Variable', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; padding: 1rem; overflow-wrap: anywhere; }
main { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; display: grid; gap: 1.25rem; margin: clamp(0rem, 8vh, 5rem) auto; max-width: 27rem; padding: clamp(1rem, 5vw, 1.75rem); }
h1 { font-size: 1.5625rem; font-weight: 600; letter-spacing: -0.012em; line-height: 1.9375rem; }
p.mark { background: var(--seed-soft); border-radius: 8px; color: var(--seed-ink); font-size: 0.9375rem; line-height: 1.375rem; padding: 0.5rem 0.75rem; }
p.soft, small { color: var(--ink-2); font-size: 0.9375rem; line-height: 1.375rem; }
dl { display: grid; gap: 0.5rem; }
dl > div { align-items: baseline; display: flex; gap: 0.5rem; }
dt { color: var(--ink-2); flex: none; }
dt::after { color: var(--dots); }
dl > div::before { border-bottom: 2px dotted var(--dots); content: ''; flex: 1 1 1rem; min-width: 1rem; order: 1; }
dd { font-variant-numeric: tabular-nums; order: 2; text-align: right; }
dl .sum { font-size: 1.25rem; font-weight: 600; }
form { display: grid; gap: 0.75rem; }
label { display: grid; gap: 0.25rem; }
select, button, a.go { border-radius: 10px; font: inherit; min-height: 3rem; padding: 0.5rem 1rem; width: 100%; }
select { background: var(--sheet); border: 1px solid var(--edge); color: var(--ink); }
button { background: transparent; border: 1px solid var(--edge); color: var(--ink); cursor: pointer; }
button.main, a.go { background: var(--leaf); border: 1px solid var(--leaf); color: var(--on-leaf); font-weight: 600; }
a.go { align-items: center; display: flex; justify-content: center; text-decoration: none; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.qr { background: #fff; border-radius: 10px; justify-self: center; max-width: 15rem; padding: 0.75rem; width: 100%; }
.qr svg { display: block; height: auto; width: 100%; }
table { border-collapse: collapse; font-size: 0.9375rem; line-height: 1.375rem; width: 100%; }
td, th { border-bottom: 1px solid var(--line); padding: 0.5rem 0; text-align: left; vertical-align: top; }
td:last-child, th:last-child { font-variant-numeric: tabular-nums; padding-left: 0.75rem; text-align: right; white-space: nowrap; }
@media print { body { background: #fff; padding: 0; } main { border: 0; margin: 0; } }
`;
const POLICY = contentPolicy({
  script: [],
  style: [`sha256-${createHash('sha256').update(CSS).digest('base64')}`],
});

/** `body` is HTML that is safe already; `title` is text. The address is a secret, so it goes to nobody as a referrer. */
export function sendPage(
  reply: FastifyReply,
  { title, body, http = 200 }: { title: string; body: string; http?: number },
) {
  return reply
    .code(http)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex').send(`<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${CSS}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`);
}

/** One line with dots between name and value. */
export const pair = (name: string, value: string, kind = ''): string =>
  `<div${kind ? ` class="${kind}"` : ''}><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`;
