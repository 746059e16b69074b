import { join } from 'node:path';
import { buildClient } from '#server/client-build.ts';
import { runCommand } from '#server/command.ts';

/** `npm run build`: the client into `dist`, whether stale or not. */
await runCommand(async (env) => {
  await buildClient(env.distDir, join(env.dataDir, 'assets-archive'));
  console.log(`Приложение собрано: ${env.distDir}`);
});
