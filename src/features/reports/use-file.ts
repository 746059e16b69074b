import { useEffect, useRef, useState } from 'react';
import { Refusal } from '#contract/reply.ts';
import { fileNameOf } from '#src/features/reports/reports.rules.ts';

export type FileState =
  | { kind: 'idle' }
  | ({ kind: 'coming' } & Coming)
  | { kind: 'cancelled' }
  | { kind: 'ready'; name: string; bytes: number }
  | { kind: 'failed'; text: string };

export type Coming = {
  bytes: number;
  /** How many rows there will be, and how many have come: an .xlsx is packed, so nobody can tell of it. */
  rows: number | null;
  rowsCome: number | null;
};

const NOTHING_COME: Coming = { bytes: 0, rows: null, rowsCome: null };
/** What, whose, and the titles: lines above the rows of a list. */
const LINES_ABOVE = 3;
const LINE_END = 10;
const GONE = 'Файл не дошёл до конца. Проверьте связь и выгрузите ещё раз.';

/** Takes a file from the shop piece by piece, so that its coming is seen and can be given up, and saves it when it is whole. */
export function useFile() {
  const [state, setState] = useState<FileState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const giveUp = (next: FileState) => {
    running.current?.abort();
    running.current = null;
    setState(next);
  };
  const start = async (address: string, otherwise: string): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const tell = (next: FileState) => running.current === mine && setState(next);
    tell({ kind: 'coming', ...NOTHING_COME });
    try {
      const answer = await fetch(address, { signal: mine.signal, credentials: 'same-origin' });
      if (!answer.ok || !answer.body) return void tell({ kind: 'failed', text: await refusalIn(answer) });
      const name = fileNameOf(answer.headers.get('content-disposition'), otherwise);
      const blob = await collect(answer, (coming) => tell({ kind: 'coming', ...coming }));
      if (running.current !== mine) return;
      save(blob, name);
      tell({ kind: 'ready', name, bytes: blob.size });
    } catch {
      if (!mine.signal.aborted) tell({ kind: 'failed', text: GONE });
    }
  };
  return { state, start, cancel: () => giveUp({ kind: 'cancelled' }), forget: () => giveUp({ kind: 'idle' }) };
}

async function collect(answer: Response, tell: (coming: Coming) => void): Promise<Blob> {
  const type = answer.headers.get('content-type') ?? '';
  const rows = Number(answer.headers.get('x-export-rows')) || null;
  const isLines = type.startsWith('text/csv') && rows !== null;
  const pieces: BlobPart[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = answer.body!.getReader(); // The caller has looked.
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    bytes += next.value.length;
    if (isLines) lines += linesIn(next.value);
    tell({ bytes, rows, rowsCome: isLines ? Math.min(Math.max(lines - LINES_ABOVE, 0), rows) : null });
  }
  return new Blob(pieces, { type });
}
function linesIn(piece: Uint8Array): number {
  let count = 0;
  for (let at = piece.indexOf(LINE_END); at !== -1; at = piece.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}
async function refusalIn(answer: Response): Promise<string> {
  const body = Refusal.safeParse(await answer.json().catch(() => null));
  return body.success ? body.data.message : GONE;
}
function save(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to copy it; a moment later nobody needs the address.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
