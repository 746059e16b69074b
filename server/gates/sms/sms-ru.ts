import { SmsError, type SmsGate } from '#server/gates/sms/port.ts';

// Never met the live service: written to the shapes that SMS.ru documents (`POST /sms/send`, `json=1`), tested against a local server.

export type SmsRuSettings = {
  key: string;
  base?: string;
  /** Longest wait for an answer. */
  patienceMs?: number;
};
type Sent = { status_code?: unknown; sms?: Record<string, { status_code?: unknown }> };
const TAKEN = 100;
/** What will not change with another try: a wrong, barred or foreign number, a text that it does not take. */
const REFUSED = new Set([202, 204, 205, 207, 209, 230, 233]);

export function openSmsRu({ key, base = 'https://sms.ru', patienceMs = 20_000 }: SmsRuSettings): SmsGate {
  return {
    async send({ to, text }) {
      const number = to.replaceAll(/\D/g, '');
      const answer = await ask(`${base}/sms/send`, { api_id: key, to: number, msg: text, json: '1' }, patienceMs);
      const code = Number(answer.sms?.[number]?.status_code ?? answer.status_code);
      if (code === TAKEN) return;
      throw new SmsError(REFUSED.has(code) ? 'refused' : 'away', `SMS.ru ${Number.isNaN(code) ? 'unreadable' : code}`);
    },
  };
}

async function ask(url: string, fields: Record<string, string>, patienceMs: number): Promise<Sent> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new SmsError('away', `SMS.ru HTTP ${answer.status}`);
    const json: unknown = await answer.json();
    return typeof json === 'object' && json !== null ? json : {};
  } catch (error) {
    // Silence, a broken line and garbage are one thing: we do not know, and try again.
    throw error instanceof SmsError ? error : new SmsError('away', 'SMS.ru gave no answer');
  }
}
