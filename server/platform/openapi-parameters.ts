import * as z from 'zod/mini';
import type { Call } from '#contract/call.ts';

export type JsonSchema = { [key: string]: unknown };
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

/** What a call takes beside its body: words of its address, and headers. */
export const parametersOf = (call: Call): Parameter[] => [
  ...fieldsOf(call.params, 'path'),
  ...fieldsOf(call.query, 'query'),
  ...headersOf(call),
];

/** Transforms have no JSON Schema of their own output: the input side of a pipe describes what travels. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as JsonSchema;
  return rest;
}

const changingQueryOf = (query: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ ...query }).toString();

function headersOf(call: Call): Parameter[] {
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

function fieldsOf(schema: z.ZodMiniType | undefined, where: 'path' | 'query'): Parameter[] {
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
