// @own-process: its threads hash whatever comes after it

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority, platform } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hashBehindReaders, hashPassword, isPassword } from '#server/platform/password.ts';
import { type HashThreads, openHashThreads } from '#server/platform/password-threads.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Niceness of each thread of this process, as the machine sees it. */
const nicenessOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    // The name before may hold blanks; of what follows it niceness is the 17th.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

describe('threads of hashes', () => {
  let threads: HashThreads;
  afterEach(() => threads.stop());
  const open = () => (threads = openHashThreads({ nice: 7 }));
  const hash = (password: string) => threads.run({ kind: 'hash', password, cost: COST });
  const verify = (stored: string, password: string) => threads.run({ kind: 'verify', stored, password });

  it('hash as the shop does, and tell the right password from a wrong one', async () => {
    open();
    const stored = String(await hash('росток и лён'));
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await Promise.all([verify(stored, 'росток и лён'), verify(stored, 'росток и лен')])).toEqual([true, false]);
  });

  it.runIf(platform() === 'linux')('give way: they alone are nicer than the process', async () => {
    open();
    await hash('росток и лён');
    const nice = getPriority();
    const nicer = nicenessOfThreads().filter((one) => one !== nice);
    expect(nicer).toEqual([Math.min(19, nice + 7)]);
  });

  it('a hash that argon2 refuses is that one’s failure; the next one is done', async () => {
    open();
    await expect(verify('no hash at all', 'росток')).rejects.toThrow('Decoding failed');
    expect(await hash('росток и лён')).toMatch(/^\$argon2id/);
  });

  it('a thread that dies takes no password with it: another one does the work', async () => {
    open();
    await hash('первый');
    const asked = [hash('второй'), hash('третий')];
    await threads.stop();
    for (const stored of await Promise.all(asked)) expect(stored).toMatch(/^\$argon2id/);
  });
});

describe('the shop’s own line', () => {
  beforeAll(() => hashBehindReaders());

  it('gives right and wrong their own answers, whatever comes at once', async () => {
    const stored = await hashPassword('росток и лён');
    const asked = Array.from({ length: 12 }, (_, at) => isPassword(at % 2 === 0 ? 'росток и лён' : 'мимо', stored));
    expect(await Promise.all(asked)).toEqual(asked.map((_, at) => at % 2 === 0));
    const nobody = [isPassword('росток и лён', null), isPassword('росток и лён', undefined)];
    expect(await Promise.all(nobody)).toEqual([false, false]);
  });

  it.runIf(platform() === 'linux')('of twelve at once no more run than there are cores to spare', async () => {
    await Promise.all(Array.from({ length: 12 }, () => hashPassword('росток и лён')));
    const nicer = nicenessOfThreads().filter((one) => one > getPriority());
    const most = Math.max(1, Math.min(3, availableParallelism() - 1));
    expect(nicer.length).toBeGreaterThan(0);
    expect(nicer.length).toBeLessThanOrEqual(most);
  });
});

it('a thread that rests keeps no process alive', () => {
  const code = `
    import { hashBehindReaders, hashPassword, isPassword } from '#server/platform/password.ts';
    hashBehindReaders();
    console.log(await isPassword('росток', await hashPassword('росток')));`;
  const said = execFileSync(process.execPath, ['-e', code], { cwd: ROOT, timeout: 60_000 });
  expect(said.toString().trim()).toBe('true');
});
