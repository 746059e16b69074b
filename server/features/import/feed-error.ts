/** The whole feed cannot be read: nothing of it is written. `line` counts from 1; the message is Russian, for a person. */
export class FeedError extends Error {
  override name = 'FeedError' as const;
  readonly line: number | undefined;
  constructor(message: string, line?: number) {
    super(message);
    this.line = line;
  }
}
