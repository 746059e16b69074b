import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';
import type { Limit } from '#contract/limits.ts';
import { RefusalNumber, RefusalWord } from '#contract/reply.ts';
import { needsOf } from '#contract/rights.ts';
import { type ByteAnswer, byteAnswerOf } from '#server/platform/byte-answers.ts';
import { limitInWords, needsInWords } from '#server/platform/rights-in-words.rules.ts';
import { SESSION_COOKIE } from '#server/platform/session.ts';

export type JsonSchema = { [key: string]: unknown };
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: JsonSchema } } };
  responses: Record<string, unknown>;
  /** The cookie of a session, with the permissions that the call needs; an empty one: also without a session. */
  security: Record<string, string[]>[];
  'x-limit'?: Limit;
};
export type OpenApi = {
  openapi: '3.1.0';
  info: JsonSchema;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

/** Names of the domain words for people. */
export const WORD_TITLES: Record<string, string> = {
  session: 'Вход и человек',
  sponsor: 'Спонсор и настройки',
  catalogue: 'Каталог',
  favourites: 'Избранное',
  cart: 'Корзина',
  wholesale: 'Оптовая корзина',
  promos: 'Акции',
  checkout: 'Оформление заказа',
  delivery: 'Доставка',
  payments: 'Оплата',
  orders: 'Заказы',
  counter: 'Пункт выдачи',
  money: 'Счета',
  network: 'Структура',
  reports: 'Отчёты',
  education: 'Обучение',
  support: 'Поддержка',
  landing: 'Лендинг',
  content: 'Страницы',
  addresses: 'Адреса',
  notices: 'Уведомления',
};
export const REQUIRES_HEADER =
  'Меняет состояние: требует X-Requested-With: rostok и своего Origin, иначе 403 foreign_origin.';
export const REPEATS_HONESTLY =
  'Честно повторяется по Idempotency-Key: тот же ключ и то же тело дают тот же ответ с Idempotency-Replayed: true; ключ хранится 45 дней.';

/**
 * OpenAPI 3.1 of the contract: what `send` and `mount` use is what is written here
 * (docs/product/calls.md#screens-and-calls-apart).
 */
export function describeApi(calls: readonly Call[], publicUrl: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = openApiPath(call);
    (paths[path] ??= {})[call.method.toLowerCase()] = describeCall(call);
  }
  const words = [...new Set(calls.map((call) => call.word))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Росток: API магазина',
      version: '1',
      description:
        'Отказы, с которыми человек может что-то сделать, приходят с HTTP 200 и полем status: 0 или error. ' +
        'X-Client-Tried в /cart/data и /user/data: ключи через запятую; ответ included называет те из них, что уже учтены. ' +
        'X-Client-Pending в любом запросе: сколько записей ждёт на устройстве; /user/data отвечает heartbeat.',
    },
    servers: [{ url: publicUrl }],
    tags: words.map((name) => ({ name, description: WORD_TITLES[name] ?? name })),
    paths,
    components: {
      schemas: { RefusalWord: schemaOf(RefusalWord, 'output'), RefusalNumber: schemaOf(RefusalNumber, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
    },
  };
}

/** Parameters in braces; without the last slash that two addresses of the specification have: the router answers both. */
export const openApiPath = ({ path }: Call): string => path.replaceAll(/:(\w+)/g, '{$1}').replace(/(?<=.)\/$/, '');

/** Refusals a caller of this call must expect, by HTTP status (docs/product/calls.md#refusals). */
export function refusalsOf(call: Call): { http: number; codes: string[]; when: string }[] {
  return [
    // A file has no envelope: whatever is not the file has a status of its own.
    ...(byteAnswerOf(call)
      ? []
      : [{ http: 200, codes: ['validation', '…'], when: 'Отказ, понятный человеку: поля, пределы, неизвестный код' }]),
    ...(call.body || call.params || call.query
      ? [{ http: 400, codes: ['bad_request'], when: 'Не JSON или неверный параметр адреса' }]
      : []),
    ...(call.needs === 'anyone' && !call.checksOwner
      ? []
      : [{ http: 401, codes: ['auth_required'], when: whenUnknown(call) }]),
    ...(call.changes
      ? [
          {
            http: 403,
            codes: ['foreign_origin', 'forbidden', 'readonly', ...(call.checksOwner ? ['owner_mismatch'] : [])],
            when: 'Чужой сайт, нет права или чужой владелец',
          },
        ]
      : [{ http: 403, codes: ['forbidden'], when: 'Нет права' }]),
    ...(call.params ? [{ http: 404, codes: ['not_found'], when: 'Нет такого id в адресе' }] : []),
    ...(call.keyed
      ? [
          {
            http: 409,
            codes: ['idempotency_in_flight'],
            when: 'Тот же ключ ещё выполняется; повторить через Retry-After',
          },
        ]
      : []),
    ...(call.body
      ? [
          { http: 413, codes: ['too_large'], when: 'Тело больше 256 КБ' },
          { http: 415, codes: ['unsupported_type'], when: 'Тело не application/json' },
        ]
      : []),
    ...(call.keyed ? [{ http: 422, codes: ['idempotency_payload'], when: 'Тот же ключ с другими данными' }] : []),
    {
      http: 429,
      codes: ['too_many'],
      when: call.limit ? limitInWords(call.limit) : 'Слишком часто; повторить через Retry-After',
    },
    { http: 500, codes: ['server_error'], when: 'Сбой на нашей стороне' },
    {
      http: 503,
      codes: ['server_error'],
      when: 'Слишком много запросов сразу, или база недоступна; повторить через Retry-After',
    },
  ];
}

const whenUnknown = ({ needs }: Call): string =>
  needs === 'anyone' ? 'Нет сессии, а запрос назвал владельца' : 'Нет сессии или нужен вход';

/** Permissions stand where OpenAPI 3.1 has role names. */
function securityOf({ needs }: Call): Operation['security'] {
  const session = { session: needsOf(needs).filter((need) => need !== 'anyone') };
  return needs === 'anyone' ? [{}, session] : [session];
}

function describeCall(call: Call): Operation {
  const refusal = { $ref: `#/components/schemas/${call.dialect === 'word' ? 'RefusalWord' : 'RefusalNumber'}` };
  const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });
  const bytes = byteAnswerOf(call);
  const responses: Record<string, unknown> = bytes
    ? fileResponses(bytes)
    : {
        200: {
          description: 'Ответ, или отказ, понятный человеку',
          ...json({ anyOf: [schemaOf(call.reply, 'output'), refusal] }),
        },
      };
  for (const { http, codes, when } of refusalsOf(call)) {
    if (http !== 200) responses[http] = { description: `${when}: ${codes.join(', ')}`, ...json(refusal) };
  }
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.word],
    description: [
      needsInWords(call.needs),
      call.limit ? limitInWords(call.limit) : '',
      call.changes ? REQUIRES_HEADER : '',
      call.keyed ? REPEATS_HONESTLY : '',
    ]
      .filter(Boolean)
      .join(' '),
    security: securityOf(call),
    ...(call.limit ? { 'x-limit': call.limit } : {}),
    parameters: [...fieldsOf(call.params, 'path'), ...fieldsOf(call.query, 'query'), ...headersOf(call)],
    ...(call.body ? { requestBody: { required: true, ...json(schemaOf(call.body, 'input')) } } : {}),
    responses,
  };
}

/** OpenAPI 3.1 says of bytes their media type and nothing else. */
function fileResponses({ types, hasParts }: ByteAnswer): Record<string, unknown> {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  return {
    200: { description: 'Файл целиком, как он есть', content },
    ...(hasParts
      ? {
          206: { description: 'Часть файла, названная в Range', content },
          416: { description: 'Такой части в файле нет; длина файла в Content-Range' },
        }
      : {}),
  };
}

const changingQueryOf = (query: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ ...query }).toString();

function headersOf(call: Call): Operation['parameters'] {
  const uuid = { type: 'string', format: 'uuid' };
  return [
    ...(call.changes
      ? [{ name: 'X-Requested-With', in: 'header' as const, required: true, schema: { const: 'rostok' } }]
      : []),
    ...(call.changesWith
      ? [
          {
            name: 'X-Requested-With',
            in: 'header' as const,
            required: false,
            description: `Нужен, если запрос что-то меняет: ${changingQueryOf(call.changesWith)}`,
            schema: { const: 'rostok' },
          },
        ]
      : []),
    ...(call.keyed
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header' as const,
            required: false,
            description: 'Ключ повтора',
            schema: uuid,
          },
        ]
      : []),
    ...(call.checksOwner
      ? [
          {
            name: 'X-Client-User',
            in: 'header' as const,
            required: false,
            description: 'Чей это запрос: <id> или guest:<id гостя>',
            schema: { type: 'string' },
          },
        ]
      : []),
  ];
}

function fieldsOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Operation['parameters'] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

/** Transforms have no JSON Schema of their own output: the input side of a pipe describes what travels. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as JsonSchema;
  return rest;
}
