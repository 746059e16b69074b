import type { Say } from '#server/features/import/stage-feed.ts';

/** On a terminal progress rewrites one line ten times a second; in a log it is a line every five seconds. */
export function createSay(
  out: NodeJS.WriteStream = process.stdout,
  clock: () => number = Date.now,
): Say & { end(): void } {
  const everyMs = out.isTTY ? 100 : 5000;
  let shownAt = out.isTTY ? 0 : clock();
  let isOpenLine = false;
  const clear = () => {
    if (isOpenLine) out.write('\r\u001b[K');
    isOpenLine = false;
  };
  return {
    line(text) {
      clear();
      out.write(`${printable(text)}\n`);
    },
    progress(text) {
      if (clock() - shownAt < everyMs) return;
      shownAt = clock();
      clear();
      out.write(out.isTTY ? text.slice(0, out.columns - 1) : `… ${text}\n`);
      isOpenLine = out.isTTY;
    },
    end: clear,
  };
}

/** A feed's words never steer the terminal. */
const printable = (text: string): string => text.replaceAll(/(?![\t\n])\p{Cc}/gu, '�');
