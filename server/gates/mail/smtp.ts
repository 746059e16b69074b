import { createTransport } from 'nodemailer';
import { type MailGate, MailError } from '#server/gates/mail/port.ts';

export type SmtpSettings = {
  /** `smtp://` or `smtps://` with name and password in it. */
  url: string;
  from: string;
  /** Longest silence of the server: at connecting, at greeting, between two answers. */
  patienceMs?: number;
};

/** Letters by a mail server, one connection each: letters are few and minutes apart. */
export function openSmtp({ url, from, patienceMs = 20_000 }: SmtpSettings): MailGate {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    // A letter is words: nothing in it may make the server open files or addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ unsubscribe, ...letter }) {
      const headers = {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribe === undefined ? {} : leaving(unsubscribe)),
      };
      try {
        await transport.sendMail({ from, ...letter, headers });
      } catch (error) {
        throw asMailError(error);
      }
    },
  };
}

/** RFC 8058: mail programs show a button of their own and send one POST when it is tapped. */
const leaving = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

type SmtpFailure = { code?: string; responseCode?: number; command?: string };

/** What the server said of this very letter is final from 500 on; whatever it said of us, or did not say, may pass. */
function asMailError(error: unknown): MailError {
  const { code = 'unknown', responseCode, command = '' } = error as SmtpFailure;
  const isOfLetter = command === 'RCPT TO' || command === 'DATA';
  const cause = `SMTP ${responseCode ?? code}${command === '' ? '' : ` at ${command}`}`;
  return new MailError(isOfLetter && responseCode !== undefined && responseCode >= 500 ? 'refused' : 'away', cause);
}
