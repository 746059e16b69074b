import { runCommand } from '#server/command.ts';
import { withDatabase } from '#server/db/shop-database.ts';
import { checkLedger, damagedIn } from '#server/features/accounts/check-ledger.ts';

/** `npm run ledger-check`: proves the money of people from its rows; exit code 1 when something differs. */
await runCommand(async (env) => {
  await withDatabase(env, async ({ db }) => {
    const results = await checkLedger(db, new Date());
    for (const { says, damaged, first } of results) {
      console.log(`${damaged === null ? 'пока нечего' : damaged === 0 ? 'верно      ' : 'НЕВЕРНО    '}  ${says}`);
      for (const line of first) console.log(`               ${line}`);
      if (damaged !== null && damaged > first.length) console.log(`               и ещё ${damaged - first.length}`);
    }
    const damaged = damagedIn(results);
    console.log(
      damaged.length === 0 ? '\nСчета сходятся.' : `\nНе сходится: ${damaged.map((one) => one.name).join(', ')}`,
    );
    if (damaged.length > 0) process.exitCode = 1;
  });
});
