import { useEffect, useRef, useState } from 'react';
import { Refusal } from '#contract/reply.ts';
import { fileNameOf } from '#src/features/reports/reports.rules.ts';

export type FileState =
  | { kind: 'idle' }
  /** Bytes that have come, rows there will be. */
  | { kind: 'coming'; bytes: number; rows: number | null }
  | { kind: 'ready'; name: string; bytes: number }
  | { kind: 'failed'; text: string };

const GONE = 'Файл не дошёл до конца. Проверьте связь и выгрузите ещё раз.';

/** Takes a file from the shop piece by piece, so that its coming is seen and can be given up, and saves it when it is whole. */
export function useFile() {
  const [state, setState] = useState<FileState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    running.current = null;
    setState({ kind: 'idle' });
  };
  const start = async (address: string, otherwise: string): Promise<void> => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const tell = (next: FileState) => running.current === mine && setState(next);
    tell({ kind: 'coming', bytes: 0, rows: null });
    try {
      const answer = await fetch(address, { signal: mine.signal, credentials: 'same-origin' });
      if (!answer.ok || !answer.body) return void tell({ kind: 'failed', text: await refusalIn(answer) });
      const name = fileNameOf(answer.headers.get('content-disposition'), otherwise);
      const blob = await collect(answer, (bytes, rows) => tell({ kind: 'coming', bytes, rows }));
      if (running.current !== mine) return;
      save(blob, name);
      tell({ kind: 'ready', name, bytes: blob.size });
    } catch {
      if (!mine.signal.aborted) tell({ kind: 'failed', text: GONE });
    }
  };
  return { state, start, cancel };
}

async function collect(answer: Response, tell: (bytes: number, rows: number | null) => void): Promise<Blob> {
  const rows = Number(answer.headers.get('x-export-rows')) || null;
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const reader = answer.body!.getReader(); // The caller has looked.
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value);
    bytes += next.value.length;
    tell(bytes, rows);
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' });
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
