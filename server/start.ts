import { join } from 'node:path';
import { buildClient, isBuildStale } from '#server/client-build.ts';
import { inWords } from '#server/command.ts';
import { readEnv } from '#server/platform/env.ts';

/** `npm start`: builds the client when its sources changed, then serves. */
try {
  const env = readEnv(process.env);
  if (isBuildStale(env.distDir)) {
    console.log('Собираем приложение…');
    await buildClient(env.distDir, join(env.dataDir, 'assets-archive'));
  }
  await import('#server/main.ts');
} catch (error) {
  console.error(inWords(error));
  process.exitCode = 1;
}
