import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Call } from '#contract/call.ts';
import { REFUSAL_CODES } from '#contract/reply.ts';
import { byteAnswerOf } from '#server/platform/byte-answers.ts';
import { escapeHtml } from '#server/platform/escape.rules.ts';
import { limitInWords, needsInWords } from '#server/platform/rights-in-words.rules.ts';
import type { Env } from '#server/platform/env.ts';
import { contentPolicy } from '#server/platform/headers.ts';
import { describeApi, openApiPath, type OpenApi, type Operation, WORD_TITLES } from '#server/platform/openapi.ts';
import { type JsonSchema, schemaOf } from '#server/platform/openapi-parameters.ts';
import { refusalsOf } from '#server/platform/openapi-refusals.ts';

/** `/api/docs`: a page for people, `/api/docs/openapi.json` for programs; both from the same contract. */
export function installApiDocs(app: FastifyInstance, calls: readonly Call[], env: Env): void {
  // Built at the first visit: starting the shop does not pay for it.
  let page: string | undefined;
  let document: string | undefined;
  const api = () => describeApi(calls, env.publicUrl);
  const asset = (name: string) => readFileSync(new URL(`./api-docs/${name}`, import.meta.url), 'utf8');
  const policy = contentPolicy();
  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('Cache-Control', 'no-cache')
      .send((page ??= renderPage(calls, api()))),
  );
  app.get('/api/docs/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send((document ??= JSON.stringify(api(), null, 1))),
  );
  app.get('/api/docs/docs.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(asset('docs.css')),
  );
  app.get('/api/docs/docs.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(asset('docs.js')),
  );
}

export function renderPage(calls: readonly Call[], api: OpenApi): string {
  const words = [...new Set(calls.map((call) => call.word))];
  const title = (word: string) => escapeHtml(WORD_TITLES[word] ?? word);
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API магазина «Росток»</title>
<meta name="description" content="Все вызовы API магазина «Росток»: адреса, параметры, ответы и отказы.">
<link rel="stylesheet" href="/api/docs/docs.css">
<script src="/api/docs/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#calls">К вызовам</a>
<header>
<h1>API магазина «Росток»</h1>
<p>Страница собрана из того же описания, по которому приложение отправляет запросы, а сервер их принимает. Для программ: <a href="/api/docs/openapi.json">OpenAPI&nbsp;3.1</a>.</p>
</header>
<div class="page">
<nav aria-label="Разделы API">
<label for="find">Найти вызов</label>
<input id="find" type="search" placeholder="корзина, PUT" autocomplete="off">
<ul>${words.map((word) => `<li><a href="#${word}">${title(word)} <span>${calls.filter((call) => call.word === word).length}</span></a></li>`).join('')}<li><a href="#rules">Общие правила</a></li></ul>
</nav>
<main id="calls">
<p id="found" role="status"></p>
${words
  .map(
    (word) =>
      `<section id="${word}"><h2>${title(word)}</h2>${calls
        .filter((call) => call.word === word)
        .map((call) => renderCall(call, operationOf(api, call)))
        .join('')}</section>`,
  )
  .join('\n')}
${renderRules()}
</main>
</div>
</body>
</html>
`;
}

function renderCall(call: Call, operation: Operation): string {
  const fields = operation.parameters.map(
    (field) =>
      `<tr><td><code>${escapeHtml(field.name)}</code></td><td>${PLACES[field.in]}</td><td>${describeType(field.schema)}</td><td>${field.required ? 'да' : 'нет'}</td></tr>`,
  );
  const marks = [
    call.changes ? '<li class="mark">требует X-Requested-With</li>' : '',
    call.keyed ? '<li class="mark good">честно повторяется по Idempotency-Key</li>' : '',
  ].join('');
  return `<article id="${call.name}" data-find="${escapeHtml(`${call.method} ${call.path} ${call.summary} ${call.name}`.toLowerCase())}">
<h3><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escapeHtml(call.path).replaceAll('/', '/<wbr>')}</code></h3>
<p>${escapeHtml(call.summary)}</p>
<p class="needs">${escapeHtml(needsInWords(call.needs))}${call.limit ? ` ${escapeHtml(limitInWords(call.limit))}` : ''}</p>
${marks ? `<ul class="marks">${marks}</ul>` : ''}
${fields.length ? `<div class="scroll" tabindex="0" role="region" aria-label="Параметры ${call.name}"><table><thead><tr><th>Параметр</th><th>Где</th><th>Что</th><th>Нужен</th></tr></thead><tbody>${fields.join('')}</tbody></table></div>` : ''}
${call.body ? `<details><summary>Тело запроса</summary>${renderSchema(schemaOf(call.body, 'input'), `Тело запроса ${call.name}`)}</details>` : ''}
<details><summary>Ответ</summary>${renderReply(call)}</details>
<details><summary>Отказы</summary><div class="scroll" tabindex="0" role="region" aria-label="Отказы ${call.name}"><table><thead><tr><th>HTTP</th><th>Коды</th><th>Когда</th></tr></thead><tbody>${refusalsOf(
    call,
  )
    .map(
      (one) =>
        `<tr><td class="num">${one.http}</td><td>${one.codes.map((code) => `<code>${code}</code>`).join(' ')}</td><td>${one.when}</td></tr>`,
    )
    .join('')}</tbody></table></div></details>
</article>`;
}

function renderReply(call: Call): string {
  const bytes = byteAnswerOf(call);
  if (!bytes) return renderSchema(schemaOf(call.reply, 'output'), `Ответ ${call.name}`);
  const types = bytes.types.map((type) => `<code>${type}</code>`).join(', ');
  return `<p>Файл: ${types}.${bytes.hasParts ? ' Отвечает на Range частью (206).' : ''}</p>`;
}

const PLACES = { path: 'адрес', query: 'строка запроса', header: 'заголовок' } as const;

function renderSchema(schema: JsonSchema, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${label}"><code>${escapeHtml(sketch(schema, 0))}</code></pre>`;
}

/** A schema as a person would write the object down. */
export function sketch(schema: JsonSchema, depth: number): string {
  const pad = '  '.repeat(depth + 1);
  const {
    type,
    properties,
    items,
    anyOf,
    enum: values,
    const: only,
    additionalProperties,
  } = schema as {
    type?: string;
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    anyOf?: JsonSchema[];
    enum?: unknown[];
    const?: unknown;
    additionalProperties?: JsonSchema | false;
  };
  const required = new Set((schema.required as string[] | undefined) ?? []);
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((one) => sketch(one, depth)).join(' | ');
  if (Array.isArray(schema.prefixItems))
    return `[${(schema.prefixItems as JsonSchema[]).map((one) => sketch(one, depth)).join(', ')}]`;
  if (type === 'array' && items) return `[${sketch(items, depth)}, …]`;
  if (properties && Object.keys(properties).length > 0) {
    const lines = Object.entries(properties).map(
      ([name, one]) => `${pad}${name}${required.has(name) ? '' : '?'}: ${sketch(one, depth + 1)}`,
    );
    return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
  }
  if (type === 'object' && additionalProperties) return `{ [имя]: ${sketch(additionalProperties, depth)} }`;
  return plainType(schema);
}

function describeType(schema: JsonSchema): string {
  return escapeHtml(Array.isArray(schema.enum) || schema.const !== undefined ? sketch(schema, 0) : plainType(schema));
}

const TYPES: Record<string, string> = {
  string: 'строка',
  integer: 'целое',
  number: 'число',
  boolean: 'да/нет',
  null: 'null',
  object: 'объект',
  array: 'список',
};
const FORMATS: Record<string, string> = { uuid: 'UUID', 'date-time': 'время ISO' };
function plainType(schema: JsonSchema): string {
  if (Array.isArray(schema.type)) return schema.type.map((type: unknown) => plainType({ ...schema, type })).join(' | ');
  const base = FORMATS[String(schema.format)] ?? TYPES[String(schema.type)] ?? 'любое';
  const { minimum, maximum, maxLength } = schema as { minimum?: number; maximum?: number; maxLength?: number };
  const isSafe = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const bounds = [
    isSafe(minimum) ? `от ${minimum}` : '',
    isSafe(maximum) ? `до ${maximum}` : '',
    maxLength ? `до ${maxLength} знаков` : '',
  ].filter(Boolean);
  return bounds.length ? `${base} ${bounds.join(' ')}` : base;
}

function renderRules(): string {
  return `<section id="rules"><h2>Общие правила</h2><article>
<p>Успех и отказ различает поле <code>status</code>: <code>"success"</code> и <code>"error"</code> у одних адресов, <code>1</code> и <code>0</code> у других. Отказ несёт <code>code</code>, <code>message</code> и, если виноваты поля, <code>errors</code>.</p>
<p>Деньги — целые копейки. Баллы — числа с шагом 0,5. Вес — граммы. Время — ISO в UTC.</p>
<p>Запросы, меняющие состояние, принимаются только со своего сайта: заголовок <code>X-Requested-With: rostok</code>, свой <code>Origin</code>, тело <code>application/json</code>.</p>
<p>Запрос с ключом <code>Idempotency-Key</code> можно повторять до 45 дней: выполнится он один раз.</p>
<p>Все коды отказов: ${REFUSAL_CODES.map((code) => `<code>${code}</code>`).join(' ')}</p>
</article></section>`;
}

function operationOf(api: OpenApi, call: Call): Operation {
  return api.paths[openApiPath(call)]?.[call.method.toLowerCase()] as Operation;
}
