import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { noteIdle, noteRunning, overdue, watchForHangs } from '#tests/support/running-tests.ts';

// A hang names itself.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rostok-running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a test is overdue when its limit is over, and is named once', () => {
  noteRunning(folder, { file: 'a.test.ts', test: 'one', limitMs: 1000 });
  noteRunning(folder, { file: 'a.test.ts', test: 'two', limitMs: 1000 });
  expect(overdue(folder)).toEqual([]);
  expect(overdue(folder, Date.now() + 3_600_000)).toMatchObject([{ file: 'a.test.ts', test: 'two' }]);
  expect(overdue(folder, Date.now() + 3_600_000)).toEqual([]);
});

it('whoever has ended is not overdue, nor is a note that is half written', () => {
  noteRunning(folder, { file: 'a.test.ts', test: 'one', limitMs: 1000 });
  noteIdle(folder);
  writeFileSync(join(folder, '1.json'), '{"pid":1');
  expect(overdue(folder, Date.now() + 3_600_000)).toEqual([]);
});

it('a process that is caught in a loop is named and ended', async () => {
  const caught = spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' });
  const ended = new Promise((done) => caught.once('exit', (_, signal) => done(signal)));
  const since = Date.now() - 60_000;
  const running = { pid: caught.pid, file: 'a.test.ts', test: 'for ever', since, limitMs: 50_000 };
  writeFileSync(join(folder, `${caught.pid}.json`), JSON.stringify(running));
  const told: string[] = [];
  const end = watchForHangs(folder, ({ test }) => void told.push(test));
  expect(await ended).toBe('SIGKILL');
  expect(told).toEqual(['for ever']);
  end();
  expect(readdirSync(folder)).toEqual([]);
});
