/** What the server's thread and the one that renders tell each other. */
export type ToRenderer =
  | { kind: 'render'; id: number; path: string; manifest: string; template: string; styles: readonly string[] }
  /** Null: there is no such file any more. */
  | { kind: 'file'; sha256: string; text: string | null };

export type FromRenderer =
  | { kind: 'wants'; sha256: string }
  /** `br`: the document, compressed; null for an address that the revision does not have. */
  | { kind: 'rendered'; id: number; br: Uint8Array | null; etag: string }
  | { kind: 'failed'; id: number; message: string; stack: string };

export type RendererData = { code: string };
