/** What was put right or left out without refusing the offer. */
export type Note = { kind: NoteKind; line: number; text: string };
export type NoteKind =
  | 'weight'
  | 'old-price'
  | 'picture'
  | 'article'
  | 'params'
  | 'stock'
  | 'category'
  | 'illness'
  | 'topic';
