import { afterEach, describe, expect, it } from 'vitest';
import { type Letter, MailError } from '#server/gates/mail/port.ts';
import { openSmtp } from '#server/gates/mail/smtp.ts';
import { openScriptedServer, openSmtpServer } from '#tests/jobs/smtp-double.ts';

const LETTER: Letter = {
  to: 'anna@mail.test',
  subject: 'Снова в наличии: «Иван-чай»',
  text: 'Здравствуйте!\n\nТовар появился.',
  html: '<p>Здравствуйте!</p>',
  messageId: '<back-in-stock.7.1@shop.test>',
};
const FROM = 'Росток <no-reply@shop.test>';
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});
const kept = <T extends { close(): Promise<void> }>(server: T): T => {
  open.push(server);
  return server;
};
const send = (url: string, patienceMs = 20_000, letter = LETTER) =>
  openSmtp({ url, from: FROM, patienceMs }).send(letter);
const failureOf = (url: string, patienceMs?: number): Promise<MailError> =>
  send(url, patienceMs).then(
    () => Promise.reject(new Error('the letter went out')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(MailError);
      // Stored and listed: never an address.
      expect((error as MailError).message).not.toContain('anna');
      return error as MailError;
    },
  );

/** The usual answers of a mail server, with one of them changed. */
const script = (changed: Record<string, string>) => (line: string) => {
  const command = Object.keys(changed).find((begin) => line.startsWith(begin));
  if (command !== undefined) return changed[command]!;
  if (line === 'connect') return '220 mail.test';
  if (line === 'DATA') return '354 go ahead';
  return '250 ok';
};

describe('a mail server', () => {
  it('is given the letter with its Message-ID, in Russian, from the shop', async () => {
    const server = kept(await openSmtpServer());
    await send(server.url);
    expect(server.received).toHaveLength(1);
    const { from, to, raw } = server.received[0]!;
    expect({ from, to }).toEqual({ from: 'no-reply@shop.test', to: ['anna@mail.test'] });
    expect(raw).toContain('Message-ID: <back-in-stock.7.1@shop.test>');
    expect(raw).toContain('Auto-Submitted: auto-generated');
    const subject = [...raw.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, part]) =>
      Buffer.from(part!, 'base64').toString(),
    );
    expect(subject.join('')).toContain('Снова в наличии');
    expect(raw).toContain(Buffer.from('<p>Здравствуйте!</p>').toString('base64').slice(0, 20));
  });

  it('is told where a letter is left in one step, of those that may be left (RFC 8058)', async () => {
    const server = kept(await openSmtpServer());
    const unsubscribe = `https://shop.test/otpiska/r2147483647.${'A'.repeat(43)}`;
    await send(server.url, 20_000, { ...LETTER, unsubscribe });
    await send(server.url);
    // A long header is folded; whoever reads it puts it together again.
    const [left, other] = server.received.map(({ raw }) => raw.replaceAll(/\r\n[ \t]+/g, ' '));
    expect(left).toContain(`List-Unsubscribe: <${unsubscribe}>`);
    expect(left).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(other).not.toContain('List-Unsubscribe');
  });

  it.each([
    ['no such mailbox', { RCPT: '550 5.1.1 <anna@mail.test>: no such user' }, 'refused', 'SMTP 550 at RCPT TO'],
    ['the letter is refused', { '.': '554 5.7.1 looks like spam' }, 'refused', 'SMTP 554 at DATA'],
    ['greylisting', { RCPT: '451 4.7.1 try later' }, 'away', 'SMTP 451 at RCPT TO'],
    ['our own address is refused', { MAIL: '550 5.7.1 sender rejected' }, 'away', 'SMTP 550 at MAIL FROM'],
    ['not for us at all', { connect: '554 no service' }, 'away', 'SMTP 554'],
    ['it takes no more today', { '.': '452 4.3.1 full' }, 'away', 'SMTP 452 at DATA'],
  ] as const)('that says «%s»', async (_name, changed, kind, message) => {
    const server = kept(await openScriptedServer(script(changed)));
    const failure = await failureOf(server.url);
    expect({ kind: failure.kind, message: failure.message }).toMatchObject({
      kind,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['before its greeting', { connect: 'hang up' }],
    ['in the middle', { RCPT: 'hang up' }],
    // Whether it was taken nobody knows: the same letter goes again.
    ['after the whole letter', { '.': 'hang up' }],
  ])('that goes away %s is tried again', async (_when, changed: Record<string, string>) => {
    const server = kept(await openScriptedServer(script(changed)));
    expect((await failureOf(server.url)).kind).toBe('away');
  });

  it.each([
    ['greeting', { connect: 'silence' }],
    ['recipient', { RCPT: 'silence' }],
    ['end', { '.': 'silence' }],
  ])(
    'that falls silent at the %s is not waited for longer than the gate’s patience',
    async (_when, changed: Record<string, string>) => {
      const server = kept(await openScriptedServer(script(changed)));
      const began = performance.now();
      expect((await failureOf(server.url, 300)).kind).toBe('away');
      expect(performance.now() - began).toBeLessThan(15_000);
    },
  );

  it('that is not there at all, or refuses our password, is away', async () => {
    const closed = await openSmtpServer();
    await closed.close();
    expect((await failureOf(closed.url)).kind).toBe('away');
    const strict = kept(
      await openSmtpServer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_auth, _session, done) => done(new Error('wrong')),
      }),
    );
    expect((await failureOf(strict.url.replace('//', '//shop:secret@'))).kind).toBe('away');
  });
});
