import { UnjudgedError } from '#src/offline/outbox/append.ts';
import { scopeOf } from '#src/offline/outbox/mutation.ts';
import { discardRejected, forgetOutcomes, repeatRejected } from '#src/offline/outbox/rejected.ts';
import { readState } from '#src/offline/outbox/state.ts';
import type { SyncClient } from '#src/sync-client/client.types.ts';
import type { PersonParts } from '#src/sync-client/person-parts.ts';
import type { SyncWorld } from '#src/sync-client/sync-ports.ts';

type Decisions = Pick<SyncClient, 'repeat' | 'discard' | 'acknowledge' | 'inspect'>;

/** What a person decides about rejected entries and told outcomes, and what the diagnostics say. */
export function decisionsOf(ports: SyncWorld, { all, of, snapshot, news, lines, isMemory }: PersonParts): Decisions {
  return {
    async repeat({ record }, isSure = false) {
      const part = of(record.owner);
      if (!part) return 'gone';
      const answer = await repeatRejected(part.roomy, part.who, record.seq, isSure).catch((error: unknown) => {
        // Newer answers of this quiz wait to be judged: the old ones stay where they are.
        if (error instanceof UnjudgedError) return 'gone' as const;
        throw error;
      });
      const scope = scopeOf(part.ports.definitions, record);
      if (answer === 'ask' && scope) await ports.pulls(new Set([scope]));
      if (answer !== 'queued') return answer;
      news.notInFront(record.lane);
      // The flush looks at what is shown: it must be there by then.
      await snapshot.read();
      await part.sender.flush();
      return answer;
    },
    async discard({ record }) {
      const part = of(record.owner);
      if (part) await discardRejected(part.ports, record.seq);
      await snapshot.read();
    },
    async acknowledge(outcomes) {
      const seqs = outcomes.map(({ seq }) => seq);
      for (const part of all()) await forgetOutcomes(part.ports, seqs);
      await snapshot.read();
    },
    async inspect() {
      const states = await Promise.all(all().map((part) => readState(part.ports).catch(() => null)));
      return { isMemory, lines: lines.all(), partitions: states.filter((state) => state !== null) };
    },
  };
}
