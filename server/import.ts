import { domainToUnicode } from 'node:url';
import { inWords } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { FeedError } from '#server/features/import/feed-error.ts';
import { parseArgs, USAGE } from '#server/features/import/import-args.rules.ts';
import { importFeed } from '#server/features/import/import-feed.ts';
import { exitCodeOf, formatReport } from '#server/features/import/report.rules.ts';
import { createSay } from '#server/features/import/say.ts';
import { readEnv } from '#server/platform/env.ts';

/** `npm run import -- FILE.yml.xml`: docs/import.md. Exit codes: 0 all taken, 2 something refused, 1 nothing done. */
// `… | head` closes our output early; the import goes on to its sound end all the same.
process.stdout.on('error', () => {});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<0 | 1 | 2> {
  const parsed = parseArgs(args);
  if (parsed.kind === 'help') {
    console.log(USAGE);
    return 0;
  }
  if (parsed.kind === 'wrong') {
    console.error(`${parsed.message}\n\n${USAGE}`);
    return 1;
  }
  const { options } = parsed;
  const say = createSay();
  try {
    // A command needs no https address: it serves nobody.
    const env = readEnv({ ...process.env, PUBLIC_URL: process.env.PUBLIC_URL ?? 'https://command.invalid' });
    const report = await withDatabase(env, (open) => importFeed(options, { open, say, stop: stopOnSignal() }));
    say.end();
    const source = domainToUnicode(report.source) || report.source;
    for (const line of formatReport({ ...report, source })) console.log(line);
    return exitCodeOf(report);
  } catch (error) {
    say.end();
    console.error(describe(error, options.file));
    return 1;
  }
}

function describe(error: unknown, file: string): string {
  if (error instanceof FeedError)
    return `${file}${error.line === undefined ? '' : `:${error.line}`}: ${error.message}\nНичего не записано.`;
  return `${inWords(error)}\nНичего не записано.`;
}

/** The first Ctrl+C lets the running step finish soundly, the second ends at once. */
function stopOnSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stop.signal.aborted) process.exit(130);
      stop.abort();
      console.error('\nОстанавливаюсь… (ещё раз Ctrl+C — сразу)');
    });
  }
  return stop.signal;
}
