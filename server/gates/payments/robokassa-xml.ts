import { SaxesParser } from 'saxes';
import { kopecks } from '#server/gates/payments/money-text.ts';
import { PaymentError, type SeenState } from '#server/gates/payments/port.ts';

/** An operation of Robokassa as OpStateExt tells of it. */
export type Operation = { state: SeenState; sumKop: number | null; at: Date | null; opKey: string | null };

/** 5 begun, 10 cancelled, 20 held, 50 on its way, 60 given back by Robokassa itself, 80 stopped for a check, 100 done. */
const STATES: Readonly<Record<string, SeenState>> = { 10: 'canceled', 60: 'canceled', 100: 'succeeded' };
/** Result codes: 0 fine, 3 no such operation (nobody has opened the page yet). */
const NOT_BEGUN = '3';

/** @throws PaymentError `away` when the answer is no such XML or speaks of our own request. */
export function readOperation(xml: string): Operation {
  const values = leavesOf(xml);
  const result = values.get('Result/Code');
  if (result === NOT_BEGUN) return { state: 'pending', sumKop: null, at: null, opKey: null };
  if (result !== '0') throw new PaymentError('away', `result ${result ?? 'missing'}`);
  const at = Date.parse(values.get('State/StateDate') ?? '');
  return {
    state: STATES[values.get('State/Code') ?? ''] ?? 'pending',
    sumKop: kopecks(values.get('Info/OutSum')),
    at: Number.isNaN(at) ? null : new Date(at),
    opKey: values.get('Info/OpKey') ?? null,
  };
}

/** Texts by the last two names of their path. */
function leavesOf(xml: string): Map<string, string> {
  const values = new Map<string, string>();
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => void path.push(name));
  parser.on('text', (text) => {
    if (text.trim() !== '') values.set(path.slice(-2).join('/'), text.trim());
  });
  parser.on('closetag', () => void path.pop());
  try {
    parser.write(xml).close();
  } catch {
    throw new PaymentError('away', 'garbled answer');
  }
  return values;
}
