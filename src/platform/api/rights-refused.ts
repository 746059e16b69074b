// The shop has said 403: what the page knows of the person's rights is out of date (docs/product/rights.md#while-a-page-is-open).

const hearers = new Set<() => void>();

export function tellRightsRefused(): void {
  for (const hear of hearers) hear();
}
export function hearRightsRefused(hear: () => void, { signal }: { signal: AbortSignal }): void {
  hearers.add(hear);
  signal.addEventListener('abort', () => hearers.delete(hear));
}
