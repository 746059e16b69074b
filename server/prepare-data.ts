import { formatConsId } from '#contract/ids.ts';
import type { Role } from '#contract/roles.ts';
import type { OpenDb } from '#server/db/open.ts';
import { runSeed } from '#server/demo/seed.ts';
import { publishCatalogue } from '#server/features/catalogue/publish.commands.ts';
import { fillGazetteer } from '#server/features/delivery/gazetteer.queries.ts';
import { StartError } from '#server/db/pg-program.ts';
import { countDemoUsers, type DemoLogin, findDemoLogins, isDemoOrEmpty } from '#server/platform/demo.queries.ts';
import type { Env } from '#server/platform/env.ts';

type Log = (line: string) => void;

/**
 * What a start does to the data: the gazetteer, demo seed where it belongs, then the published catalogue.
 * @throws StartError when a production shop holds demo accounts, whose password is known to everyone (docs/operations.md).
 */
export async function prepareData(open: OpenDb, env: Env, log: Log): Promise<void> {
  if (env.production && !env.allowDemo && (env.seed === 'demo' || (await countDemoUsers(open.db)) > 0)) {
    throw new StartError(
      'В базе демо-аккаунты с известным паролем. Уберите их, или запустите с ALLOW_DEMO=1, если это показ.',
    );
  }
  await fillGazetteer(open.db);
  // A shop with people of its own is nobody's demo, whatever SEED says by default.
  if (env.seed === 'demo' && (await isDemoOrEmpty(open.db))) await seed(open, env, log);
  await publish(open);
}

export async function seed(open: OpenDb, env: Env, log: Log): Promise<void> {
  await runSeed({ open, env, log });
}
export async function publish(open: OpenDb): Promise<void> {
  await publishCatalogue(open, new Date());
}

/** The table of demo accounts for the console (docs/product/demo.md#people). */
export async function describeDemo(open: OpenDb, env: Env): Promise<string[]> {
  if (env.production) return [];
  const logins = await findDemoLogins(open.db);
  if (logins.length === 0) return [];
  const width = Math.max(...logins.map((one) => one.email.length));
  const rows = logins.map(
    (one) => `    ${one.email.padEnd(width)}  ${(one.phone ?? '').padEnd(13)}  ${one.name}, ${roleInWords(one)}`,
  );
  return ['', `  Войти можно с паролем ${env.seedPassword}:`, ...rows];
}

function roleInWords(one: DemoLogin): string {
  if (one.isPunktVydachi) return 'пункт выдачи';
  if (one.readonly) return 'консультант, только просмотр';
  return ROLE_WORDS[one.role] + (one.consId === null ? '' : ` ${formatConsId(one.consId)}`);
}
const ROLE_WORDS: Record<Role, string> = {
  client: 'клиент',
  user: 'покупатель без роли',
  cons: 'консультант',
  optovik: 'оптовый покупатель',
  staff: 'сотрудник',
};
