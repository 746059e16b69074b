import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '#contract/all-calls.ts';
import { getCertificate, getEducationFile } from '#contract/education.ts';
import * as z from 'zod/mini';
import { byteAnswerOf } from '#server/platform/byte-answers.ts';
import { describeApi, type OpenApi, type Operation } from '#server/platform/openapi.ts';
import { installApiDocs } from '#server/platform/api-docs.ts';
import Fastify from 'fastify';
import { testEnv } from '#tests/support/open-shop.ts';

// The document as its readers' tools judge it: Redocly's recommended rules.

let api: OpenApi;
beforeAll(() => {
  api = describeApi(ALL_CALLS, 'https://shop.example');
});

const errorsOf = async (document: unknown): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
};
const operations = () => Object.values(api.paths).flatMap((path) => Object.values(path));
const operationOf = ({ name }: { name: string }): Operation =>
  operations().find(({ operationId }) => operationId === name)!;

it('has no error', async () => {
  expect(await errorsOf(api)).toEqual([]);
});

it('an error would be seen', async () => {
  const { responses: _without, ...rest } = operationOf(getCertificate);
  const paths = { '/broken/{id}/': { get: rest } };
  expect((await errorsOf({ ...api, paths })).join('\n')).toMatch(
    /no-path-trailing-slash[\s\S]*path-parameters-defined/,
  );
});

describe('what is answered', () => {
  it('every call that asks for a session says 401 and how a session travels', () => {
    const { session } = api.components.securitySchemes;
    expect(session).toEqual({ type: 'apiKey', in: 'cookie', name: 'sid' });
    const closed = ALL_CALLS.filter(({ needs }) => needs !== 'anyone');
    expect(closed.length).toBeGreaterThan(10);
    for (const call of closed) {
      const { responses, security } = operationOf(call);
      expect([call.name, responses[401]]).toEqual([call.name, expect.objectContaining({ content: expect.anything() })]);
      expect(security.every((one) => 'session' in one)).toBe(true);
    }
    for (const { responses } of operations()) expect(responses[503]).toBeDefined();
  });

  it('files are described by their media types, not as JSON of any shape', () => {
    const shapeless = ALL_CALLS.filter(
      ({ reply }) => Object.keys(z.toJSONSchema(reply, { unrepresentable: 'any' })).length <= 1,
    );
    expect(shapeless.map(({ name }) => name)).toContain(getCertificate.name);
    expect(shapeless.filter((call) => !byteAnswerOf(call))).toEqual([]);
    expect(operationOf(getCertificate).responses[200]).toEqual({
      description: 'Файл целиком, как он есть',
      content: { 'application/pdf': {} },
    });
    const film = operationOf(getEducationFile).responses;
    expect(Object.keys((film[206] as { content: object }).content)).toContain('video/mp4');
    expect(film).toHaveProperty('416');
    // Every ending that the address takes is named.
    const endings = /\((\w+(?:\|\w+)+)\)/.exec(JSON.stringify(z.toJSONSchema(getEducationFile.params)))![1]!.split('|');
    expect(byteAnswerOf(getEducationFile)!.types).toHaveLength(endings.length);
  });

  it('the page shows them so too', async () => {
    const app = Fastify();
    installApiDocs(app, ALL_CALLS, testEnv());
    const page = (await app.inject({ url: '/api/docs' })).body;
    expect(page).toContain('<p>Файл: <code>application/pdf</code>.</p>');
    expect(page).toMatch(/<code>video\/mp4<\/code>.*Отвечает на Range частью \(206\)/);
    await app.close();
  });
});
