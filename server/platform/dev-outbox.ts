import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/open.ts';
import { findLetters } from '#server/gates/mail/outbox.queries.ts';
import { findSms } from '#server/gates/sms/sms-outbox.queries.ts';
import type { Env } from '#server/platform/env.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import { contentPolicy } from '#server/platform/headers.ts';

const SHOWN = 100;

/** `/dev/outbox`: the letters that a shop without a mail server would have sent. Production has no such page. */
export function installDevOutbox(app: FastifyInstance, db: Db, env: Env): void {
  if (env.production) return;
  const policy = contentPolicy();
  app.get('/dev/outbox', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('Cache-Control', 'no-store')
      .send(page(await findLetters(db, SHOWN), await findSms(db, SHOWN))),
  );
}

type Shown = Awaited<ReturnType<typeof findLetters>>[number];
type ShownSms = Awaited<ReturnType<typeof findSms>>[number];

const page = (letters: Shown[], messages: ShownSms[]): string => `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Письма магазина</title>
<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body>
<header>
<h1>Письма магазина</h1>
<p>Почтовый сервер не настроен, поэтому письма остаются здесь. Последние ${SHOWN}, новые сверху.</p>
</header>
<main>
${letters.length === 0 ? '<p>Писем пока нет.</p>' : letters.map(letterOf).join('\n')}
<h1>СМС магазина</h1>
${messages.length === 0 ? '<p>СМС пока нет.</p>' : messages.map(smsOf).join('\n')}
</main>
</body>
</html>
`;

const letterOf = ({ id, recipient, subject, text, html, at, messageId }: Shown): string => `<article id="letter-${id}">
<h2>${escapeHtml(subject)}</h2>
<p>Кому: ${escapeHtml(recipient)}. Когда: <time datetime="${at.toISOString()}">${escapeHtml(inMoscow(at))}</time>. ${escapeHtml(messageId)}</p>
<pre>${escapeHtml(text)}</pre>
<details><summary>HTML</summary><pre>${escapeHtml(html)}</pre></details>
</article>`;

const smsOf = ({ id, recipient, text, at }: ShownSms): string => `<article id="sms-${id}">
<p>Кому: ${escapeHtml(recipient)}. Когда: <time datetime="${at.toISOString()}">${escapeHtml(inMoscow(at))}</time>.</p>
<pre>${escapeHtml(text)}</pre>
</article>`;

const inMoscow = (at: Date): string => at.toLocaleString('ru-RU', { timeZone: 'Europe/Moscow' });
