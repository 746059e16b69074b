import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { type FoundConsultant, SEARCH_MIN } from '#contract/consultants.ts';
import { findConsultantsAtom, type Scope } from '#src/features/newcomers/newcomers.atoms.ts';
import { failureOf, failureText } from '#src/platform/api/failure.ts';
import { networkAtom } from '#src/platform/api/network.ts';

/** How long the typing must rest before the shop is asked. */
const REST_MS = 400;
type Answer = { of: string; items: readonly FoundConsultant[] } | { of: string; failure: string };
export type Search =
  | { kind: 'short' }
  | { kind: 'asking' }
  | { kind: 'found'; items: readonly FoundConsultant[] }
  | { kind: 'failed'; text: string };

/** What is typed, and what the shop knows of it. An answer to what was typed before is never shown. */
export function useConsultantSearch(scope: Scope) {
  const [typed, setTyped] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const find = useSetAtom(findConsultantsAtom);
  const { isOnline } = useAtomValue(networkAtom);
  const search = typed.trim();
  const isLong = search.replaceAll(/[\s()-]/g, '').length >= SEARCH_MIN;
  const of = `${scope} ${search}`;
  useEffect(() => {
    if (!isLong || !isOnline) return undefined;
    let isLeft = false;
    const rest = setTimeout(() => {
      find({ search, scope }).then(
        (items) => isLeft || setAnswer({ of, items }),
        (error: unknown) => isLeft || setAnswer({ of, failure: failureText(failureOf(error)) }),
      );
    }, REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(rest);
    };
  }, [find, search, scope, of, isLong, isOnline, tries]);
  const retry = () => {
    setAnswer(null);
    setTries((count) => count + 1);
  };
  return { typed, setTyped, retry, state: stateOf(answer, { of, isLong, isOnline }) };
}

function stateOf(
  answer: Answer | null,
  { of, isLong, isOnline }: { of: string; isLong: boolean; isOnline: boolean },
): Search {
  if (!isLong) return { kind: 'short' };
  if (answer?.of === of)
    return 'items' in answer ? { kind: 'found', items: answer.items } : { kind: 'failed', text: answer.failure };
  return isOnline ? { kind: 'asking' } : { kind: 'failed', text: 'Нужен интернет: консультантов ищет магазин.' };
}
