/** A setting that is unusable, told in Russian. */
export class EnvError extends Error {
  override name = 'EnvError' as const;
}
