import type { Call } from '#contract/call.ts';
import { byteAnswerOf } from '#server/platform/byte-answers.ts';
import { limitInWords } from '#server/platform/rights-in-words.rules.ts';

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
