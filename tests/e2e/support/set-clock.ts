/** Runs in a page, in a worker, or in a shop. Time flows on; only its zero is wrong, and the monotonic clock stays right. */
export function setClock(ms: number): void {
  const world = globalThis as unknown as { Date: DateConstructor; clockIsWrongBy?: number };
  const isSet = world.clockIsWrongBy !== undefined;
  world.clockIsWrongBy = ms;
  if (isSet) return;
  const wrongNow = () => Real.now() + (world.clockIsWrongBy ?? 0);
  const Real = world.Date;
  world.Date = new Proxy(Real, {
    apply: () => new Real(wrongNow()).toString(),
    construct: (target, args: unknown[], asked) =>
      Reflect.construct(target, args.length === 0 ? [wrongNow()] : args, asked) as Date,
    get: (target, name) => (name === 'now' ? wrongNow : Reflect.get(target, name)),
  });
}
