/** What a queued note on a product costs on the phone: these files are laid over a copy of the product by planted-note.test.ts. */
export const NEW: Record<string, string> = {
  'contract/notes.ts': `
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { PathId } from '#contract/ids.ts';
import { okWord } from '#contract/reply.ts';

const text = z.string().check(z.maxLength(500));
const common = { word: 'notes', dialect: 'word', needs: 'account' } as const;
export const putNote = defineCall({
  ...common,
  name: 'putNote',
  summary: 'Заметка о товаре',
  method: 'PUT',
  path: '/api/notes/:id',
  params: z.object({ id: PathId }),
  body: z.object({ text }),
  keyed: true,
  reply: z.object({ ...okWord, text, version: z.int() }),
});
export const getNotes = defineCall({
  ...common,
  name: 'getNotes',
  summary: 'Мои заметки',
  method: 'GET',
  path: '/api/notes',
  reply: z.object({
    ...okWord,
    notes: z.record(z.string(), text),
    version: z.int(),
    included: z.optional(z.array(z.string())),
  }),
});
`,
  'src/features/notes/notes.mutation.ts': `
import type { Face } from '#src/offline/outbox/face.ts';
import { defineMutation, isId, isInt, isObject } from '#src/offline/outbox/mutation.ts';
import type { Base } from '#src/offline/outbox/stored.types.ts';

export type ProductNote = { productId: number; text: string };
const textIn = (base: Base | undefined, id: string): unknown =>
  base?.lines?.[id] ?? (isObject(base?.data) ? base.data[id] : undefined);

export const productNote = defineMutation({
  kind: 'product.note',
  v: 2,
  merge: 'set',
  who: 'account',
  scopes: ['notes'],
  isPayload: (value): value is ProductNote =>
    isObject(value) && isId(value.productId) && typeof value.text === 'string',
  lane: ({ productId }) => \`note:\${productId}\`,
  target: ({ productId }) => ({ scope: 'notes', entry: String(productId) }),
  request: ({ productId, text }) => ({
    method: 'PUT',
    path: \`/api/notes/\${productId}\`,
    body: JSON.stringify({ text }),
  }),
  readAnswer: (_payload, { text, version }) =>
    typeof text === 'string' && isInt(version)
      ? [{ do: 'entry', value: text === '' ? 0 : 1, version, data: text }]
      : null,
  view: { of: (base, entry): string => String(textIn(base, entry) ?? ''), fold: (_before, { text }) => text },
});
export const productNoteFace: Face<ProductNote> = {
  words: () => 'заметка',
  done: () => 'заметка сохранена',
  group: () => 'sent',
  about: ({ productId }) => ({ product: productId }),
};
`,
  'src/features/notes/notes.atoms.ts': `
import { atom } from 'jotai';
import { getNotes } from '#contract/notes.ts';
import { seenOfAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import { notSavedAtom } from '#src/features/notices/notices.atoms.ts';
import { type ProductNote, productNote } from '#src/features/notes/notes.mutation.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { shownIn } from '#src/sync-client/shown-in.ts';
import { saveAtom, syncClient } from '#src/sync-client/sync.atoms.ts';

export const noteOfAtom = atom((get) => {
  const note = shownIn(get, get(sessionAtom).uid, productNote, 'notes');
  return (productId: number): string => note(String(productId));
});
export const saveNoteAtom = atom(null, async (get, set, payload: ProductNote): Promise<void> => {
  const { uid } = get(sessionAtom);
  const how = { uid, owner: get(ownerAtom), seen: get(seenOfAtom)(payload.productId), holdMs: 500 };
  set(notSavedAtom, await set(saveAtom, mutationOf(productNote, payload), how));
});
export const pullNotesAtom = atom(null, async (get): Promise<void> => {
  const { uid } = get(sessionAtom);
  const client = await syncClient(get);
  await client.pull({ uid, owner: await get(ownerAtom), scope: 'notes' }, async (tried) => {
    const headers = { 'X-Client-Tried': tried.join(',') };
    const { notes, version, included = [] } = await get(apiAtom).send(getNotes, {}, { headers });
    const values = Object.fromEntries(Object.keys(notes).map((id) => [id, 1]));
    return { version, values, included, data: notes };
  });
});
`,
};

/** Lines put in behind others: nothing else of the product changes for the sake of the kind. */
export const LINES: Record<string, [behind: string, line: string][]> = {
  'src/mutations.ts': [
    [
      "import { formSend, formSendFace } from '#src/features/forms/form.mutation.ts';",
      "import { productNote, productNoteFace } from '#src/features/notes/notes.mutation.ts';",
    ],
    ['  formSend,', '  productNote,'],
    ["  'form.send': formSendFace,", "  'product.note': productNoteFace,"],
  ],
  'src/app/pulls.ts': [
    [
      'const PULLS = {',
      "  notes: { pull: async ({ set }) => set((await import('#src/features/notes/notes.atoms.ts')).pullNotesAtom) },",
    ],
  ],
  'contract/all-calls.ts': [
    [
      "import { addFavourite, removeFavourite } from '#contract/favourites.ts';",
      "import { getNotes, putNote } from '#contract/notes.ts';",
    ],
    ['  removeFavourite,', '  getNotes, putNote,'],
  ],
};

/** Run inside the copy: one note through the engine to a shop that does as it is asked. */
export const DRAIN = `
import { productNote } from '#src/features/notes/notes.mutation.ts';
import { append } from '#src/offline/outbox/append.ts';
import { createFlusher } from '#src/offline/outbox/flush.ts';
import { shown } from '#src/offline/outbox/fold.rules.ts';
import { mutationOf } from '#src/offline/outbox/mutation.ts';
import { readSnapshot } from '#src/offline/outbox/state.ts';
import { answerOf, outboxBench, seen } from '#tests/offline/outbox-bench.ts';

const bench = outboxBench();
const look = async () => {
  const { pending, bases, waiting, isBalanced } = await readSnapshot(bench.ports);
  return { text: shown(productNote, bases.notes, pending, { scope: 'notes', entry: '5' }), waiting, isBalanced };
};
const write = (text) =>
  append(bench.ports, bench.who, {
    id: crypto.randomUUID(),
    mutation: mutationOf(productNote, { productId: 5, text }),
    seen,
  });
await write('для мамы');
await write('для мамы, к маю');
const before = await look();
const stored = bench.data.get('ob:000000000001').v;
bench.answer = (sent) => answerOf(sent, 200, { status: 'success', text: JSON.parse(sent.wire.body).text, version: 1 });
const flushed = await createFlusher(bench.ports, bench.who).flush();
const sent = bench.sent.map(({ wire }) => wire);
console.log(JSON.stringify({ before, stored, flushed, sent, after: await look() }));
`;
