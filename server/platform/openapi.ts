import type { Call } from '#contract/call.ts';
import type { Limit } from '#contract/limits.ts';
import { RefusalNumber, RefusalWord } from '#contract/reply.ts';
import { needsOf } from '#contract/rights.ts';
import { type ByteAnswer, byteAnswerOf } from '#server/platform/byte-answers.ts';
import { type JsonSchema, type Parameter, parametersOf, schemaOf } from '#server/platform/openapi-parameters.ts';
import { refusalsOf } from '#server/platform/openapi-refusals.ts';
import { limitInWords, needsInWords } from '#server/platform/rights-in-words.rules.ts';
import { SESSION_COOKIE } from '#server/platform/session.ts';

export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  description: string;
  parameters: Parameter[];
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
    parameters: parametersOf(call),
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
