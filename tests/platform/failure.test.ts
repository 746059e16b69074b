import { expect, it } from 'vitest';
import { ApiError, failureOf, failureText, type Failure } from '#src/platform/api/failure.ts';

// The one sentence that a person reads when a call has failed.

it('the server’s own words are told as they are; each other failure says what to do', () => {
  const refused: Failure = {
    kind: 'refused',
    refusal: { status: 'error', code: 'out_of_stock', message: 'Товара нет в наличии' },
  };
  expect(failureText(refused)).toBe('Товара нет в наличии');
  expect(failureText({ kind: 'offline' })).toBe('Нужен интернет. Проверьте связь и попробуйте снова.');
  expect(failureText({ kind: 'timeout' })).toBe('Сервер не ответил вовремя. Попробуйте ещё раз.');
  expect(failureText({ kind: 'broken', cause: new Error('x is not a function') })).toBe('Сервис временно не доступен.');
});

it('what is no answer of the shop is broken, and keeps its cause for the report', () => {
  const cause = new TypeError('x is not a function');
  expect(failureOf(cause)).toEqual({ kind: 'broken', cause });
  expect(failureOf(new ApiError({ kind: 'timeout' }))).toEqual({ kind: 'timeout' });
  expect(new ApiError({ kind: 'broken', cause }).cause).toBe(cause);
});
