// Texts that people agree to, as data: the page shows them, the shop fingerprints them (docs/decisions/310).

/** A paragraph, a heading, a list or a table. Inside: `**strong**` and `[words](address)`. */
export type Block =
  | string
  | { heading: string }
  | { list: readonly string[] }
  | { head: readonly string[]; rows: readonly (readonly string[])[] };
export type Paper = {
  path: string;
  /** The day from which it holds, `YYYY-MM-DD`. */
  version: string;
  title: string;
  blocks: readonly Block[];
};

/** The text whose sha256 is the fingerprint of a version: a line for each paragraph, heading, item and row. */
export const plainText = ({ title, blocks }: Paper): string => [title, ...blocks.map(linesOf)].join('\n');
function linesOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('heading' in block) return `# ${block.heading}`;
  if ('list' in block) return block.list.map((item) => `- ${item}`).join('\n');
  return [block.head, ...block.rows].map((row) => row.join(' | ')).join('\n');
}
