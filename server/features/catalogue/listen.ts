import { Client, type ClientConfig } from 'pg';

const RETRY_MS = 1000;

/**
 * Listens on a connection of its own (a pool would hand the listening connection to others). `heard` also runs after every
 * (re)connection: what was said meanwhile is lost. Stops with the returned function.
 */
export function listen(options: ClientConfig, channel: string, heard: () => void): () => Promise<void> {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const again = () => {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, RETRY_MS).unref();
  };
  const connect = async () => {
    const mine = new Client({ ...options, application_name: 'rostok listen' });
    client = mine;
    // An error and a plain end mean the same: the connection is gone.
    mine.on('error', () => {});
    mine.on('end', again);
    mine.on('notification', heard);
    try {
      await mine.connect();
      await mine.query(`listen ${mine.escapeIdentifier(channel)}`);
      heard();
    } catch {
      await mine.end().catch(() => {});
      again();
    }
  };
  const connecting = connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await connecting;
    await client?.end().catch(() => {});
  };
}
