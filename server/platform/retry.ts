/** Deadlock and serialization failure roll everything back: the same work may simply be done again. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const code = pgCodeOf(error);
      if ((code !== '40P01' && code !== '40001') || tries >= 4) throw error;
      await new Promise((done) => setTimeout(done, Math.random() * 20 * tries));
    }
  }
}

/** Drizzle wraps the driver's error. */
export function pgCodeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code;
}
