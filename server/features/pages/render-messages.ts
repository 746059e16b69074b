/**
 * A style sheet of the page's own parts, and the widths that need it before any script; as in `styles.json` of the build.
 * `text`: the sheet itself, when the page carries it (docs/decisions/420).
 */
export type PageStyle = { href: string; media?: string; text?: string };

/** What the server's thread and the one that renders tell each other. */
export type ToRenderer =
  | {
      kind: 'render';
      id: number;
      path: string;
      manifest: string;
      template: string;
      styles: readonly PageStyle[];
      footerStyles: readonly PageStyle[];
    }
  /** Null: there is no such file any more. */
  | { kind: 'file'; sha256: string; text: string | null };

export type FromRenderer =
  /** The code is loaded. */
  | { kind: 'ready' }
  | { kind: 'wants'; sha256: string }
  /** `br`: the document, compressed; null for an address that the revision does not have. */
  | { kind: 'rendered'; id: number; br: Uint8Array | null; etag: string }
  | { kind: 'failed'; id: number; message: string; stack: string };

export type RendererData = { code: string };
