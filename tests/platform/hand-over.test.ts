import { describe, expect, it } from 'vitest';
import { handOver } from '#src/platform/update/hand-over.ts';

// Chrome's rule for a worker that skips waiting, as its sources have it (docs/decisions/180-hand-over.md): the worker in
// charge is hurried only when it is running at that moment; one that is starting stays until its idle time is over.

/** Thirty seconds in Chrome. */
const IDLE_MS = 500;
const START_MS = 60;
const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

type Status = 'stopped' | 'starting' | 'running';

/** A worker in charge and one that waits; `isTaken` settles when the new one is in charge. */
function browser({ status, answers = true }: { status: Status; answers?: boolean }) {
  let began: Promise<void> = after(status === 'starting' ? START_MS : 0);
  const old = { status };
  void began.then(() => old.status === 'starting' && (old.status = 'running'));
  const start = () => {
    if (old.status !== 'stopped') return;
    old.status = 'starting';
    began = after(START_MS).then(() => void (old.status = 'running'));
  };
  let take: (how: string) => void = () => {};
  const isTaken = new Promise<string>((done) => (take = done));
  async function skipWaiting(): Promise<void> {
    if (old.status !== 'starting') return take('at once');
    await began;
    await after(IDLE_MS);
    take('after its idle time');
  }
  return {
    start,
    isTaken,
    registration: {
      active: {
        postMessage: (message: unknown, ports?: unknown) => {
          start();
          const [port] = (ports ?? []) as MessagePort[];
          if (answers && (message as { type: string }).type === 'alive?')
            void began.then(() => port?.postMessage('alive'));
        },
      },
      waiting: {
        postMessage: (message: unknown) => {
          if ((message as { type: string }).type === 'SKIP_WAITING') void skipWaiting();
        },
      },
    },
  };
}

describe('the new build is taken at once', () => {
  it.each<Status>(['stopped', 'starting', 'running'])('from a worker that is %s', async (status) => {
    const { registration, isTaken } = browser({ status });
    expect(await handOver(registration)).toBe(true);
    expect(await isTaken).toBe('at once');
  });
  it('from one that something else starts at the very moment of the tap', async () => {
    const { registration, isTaken, start } = browser({ status: 'stopped' });
    const asked = handOver(registration);
    start();
    await asked;
    expect(await isTaken).toBe('at once');
  });
});

it('the model itself: without the sign of life a starting worker holds it back', async () => {
  const { registration, isTaken } = browser({ status: 'starting' });
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  expect(await isTaken).toBe('after its idle time');
});

it('a worker that never answers holds nobody for ever', async () => {
  const { registration, isTaken } = browser({ status: 'running', answers: false });
  expect(await handOver(registration, 100)).toBe(true);
  expect(await isTaken).toBe('at once');
});

it('says when nothing waits any more', async () => {
  expect(await handOver({ ...browser({ status: 'running' }).registration, waiting: null })).toBe(false);
});
