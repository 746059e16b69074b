import { SaxesParser } from 'saxes';
import { FeedError } from '#server/features/import/feed-error.ts';
import { readFeedText } from '#server/features/import/feed-text.ts';
import { describeXmlError } from '#server/features/import/xml-errors.rules.ts';
import { createYmlTree, type FeedItem } from '#server/features/import/yml-tree.ts';

/** One token (text, attribute value, comment, name) may be this long, in characters; a real description has a few thousand. */
const TOKEN_MAX = 1_000_000;
/** The person is led to where reading last made sense, not to the end of the file. */
const STUCK = ', либо с этого места не закрыт элемент или знак & стоит без пары (нужно &amp;)';
const STUCK_AFTER = 40;
/** HTML's names that shops.dtd declares; saxes itself knows XML's five and expands nothing else. */
const HTML_NAMES: Record<string, string> = {
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  bull: '•',
  middot: '·',
  deg: '°',
  times: '×',
  copy: '©',
  reg: '®',
  trade: '™',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  frac12: '½',
  plusmn: '±',
  shy: '',
};
/**
 * `<!DOCTYPE yml_catalog SYSTEM "shops.dtd">` is usual and never loaded; a list of declarations inside is how XML bombs are
 * made.
 */
const PLAIN_DOCTYPE =
  /^\s*yml_catalog\s*(SYSTEM\s*("[^"]*"|'[^']*')|PUBLIC\s*("[^"]*"|'[^']*')\s*("[^"]*"|'[^']*')?)?\s*$/;

/**
 * Reads a Yandex Market feed as a stream: memory does not depend on its length.
 * @throws FeedError when the file is not well-formed, not a YML feed, or hostile.
 */
export async function* readYml(file: string, onBytes: (bytes: number) => void = () => {}): AsyncGenerator<FeedItem> {
  const ready: FeedItem[] = [];
  const parser = openParser((item) => ready.push(item));
  const text = readFeedText(file, onBytes);
  for (;;) {
    const piece = await nextPiece(text, parser.line);
    if (piece === undefined) break;
    parser.write(piece);
    yield* ready.splice(0);
  }
  parser.end();
  yield* ready.splice(0);
}

async function nextPiece(text: AsyncGenerator<string>, linesBefore: number): Promise<string | undefined> {
  try {
    const next = await text.next();
    return next.done ? undefined : next.value;
  } catch (error) {
    if (error instanceof FeedError && error.line !== undefined)
      throw new FeedError(error.message, linesBefore + error.line - 1);
    throw error;
  }
}

type Parser = { write(piece: string): void; end(): void; readonly line: number };

function openParser(emit: (item: FeedItem) => void): Parser {
  const parser = new SaxesParser({ xmlns: false });
  Object.assign(parser.ENTITIES, HTML_NAMES);
  const tree = createYmlTree(emit);
  // Counted here: the parser's own position is right during an event only.
  let fed = 0;
  let lastEventAt = 0;
  let lastEventLine = 1;
  const alive = () => {
    lastEventAt = parser.position;
    lastEventLine = parser.line;
  };
  // A tag name that ends with the line has already moved the counter on.
  const line = () => (parser.column === 0 && parser.line > 1 ? parser.line - 1 : parser.line);

  parser.on('error', (error) => {
    throw new FeedError(describeXmlError(error.message), parser.line);
  });
  parser.on('doctype', (doctype) => {
    alive();
    if (!PLAIN_DOCTYPE.test(doctype))
      throw new FeedError(
        'В DOCTYPE есть объявления (ENTITY и подобные). Такие файлы не принимаются: это способ атаки.',
        parser.line,
      );
  });
  parser.on('comment', alive);
  parser.on('processinginstruction', alive);
  parser.on('opentagstart', (tag) => {
    alive();
    tree.open(tag.name, line());
  });
  parser.on('attribute', ({ name, value }) => {
    alive();
    tree.attribute(name, value, parser.line);
  });
  parser.on('opentag', () => {
    alive();
    tree.opened();
  });
  parser.on('text', (text) => {
    alive();
    tree.text(text);
  });
  parser.on('cdata', (text) => {
    alive();
    tree.text(text);
  });
  parser.on('closetag', () => {
    alive();
    tree.close(parser.line);
  });

  return {
    write(piece) {
      parser.write(piece);
      fed += piece.length;
      if (fed - lastEventAt > TOKEN_MAX)
        throw new FeedError(`Один элемент длиннее ${TOKEN_MAX / 1_000_000} млн знаков${STUCK}.`, lastEventLine);
    },
    end() {
      // The text after a bare & is swallowed to the end in search of its semicolon.
      if (fed - lastEventAt > STUCK_AFTER) throw new FeedError(`XML испорчен: файл оборван${STUCK}.`, lastEventLine);
      parser.close();
    },
    get line() {
      return parser.line;
    },
  };
}
