import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Block, Paper } from '#contract/papers/paper.ts';
import { PAPER_VERSIONS } from '#contract/papers/versions.ts';
import { dayOfVersion, LegalPage } from '#src/features/content/LegalPage.tsx';
import styles from './PaperPage.module.css';

type Version = { version: string; sha256: string };
const VERSIONS: Readonly<Record<string, readonly Version[]>> = PAPER_VERSIONS;

/** A text that people agree to: any version, with its fingerprint and the way to the others (docs/decisions/310). */
export function PaperPage({ paper }: { paper: Paper }) {
  const versions = VERSIONS[paper.path] ?? [];
  const newest = versions[0]?.version;
  const mine = versions.find(({ version }) => version === paper.version);
  const others = versions.filter(({ version }) => version !== paper.version);
  return (
    <LegalPage title={paper.title} version={paper.version}>
      {paper.version !== newest && (
        <p>
          <b>Это прежняя редакция.</b> Она показана потому, что с{'\u00a0'}ней могло быть дано согласие. Сейчас
          действует <Link href={paper.path}>новая</Link>.
        </p>
      )}
      {paper.blocks.map((block, i) => (
        // A published text never changes: the place of a block is its name.
        <Part key={i} block={block} />
      ))}
      <footer className={styles.foot}>
        {mine && (
          <p>
            Отпечаток текста (SHA-256): <code className={styles.hash}>{inFours(mine.sha256)}</code>. Его мы храним
            вместе с{'\u00a0'}вашей отметкой.
          </p>
        )}
        {others.length > 0 && (
          <p>
            Другие редакции:{' '}
            {others.map(({ version }, i) => (
              <span key={version}>
                {i > 0 && ', '}
                <Link href={version === newest ? paper.path : `${paper.path}/${version}`}>{dayOfVersion(version)}</Link>
              </span>
            ))}
          </p>
        )}
      </footer>
    </LegalPage>
  );
}

function Part({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{inline(block)}</p>;
  if ('heading' in block) return <h2>{block.heading}</h2>;
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>{inline(item)}</li>
        ))}
      </ul>
    );
  return (
    <table>
      <thead>
        <tr>
          {block.head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map(([first = '', ...cells]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {cells.map((cell, i) => (
              <td key={block.head[i + 1]} data-label={block.head[i + 1]}>
                {inline(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MARKED = /(\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/;
/** `**strong**` and `[words](address)`. */
function inline(text: string): ReactNode[] {
  return text.split(MARKED).map((part, i) => {
    if (part.startsWith('**')) return <b key={i}>{part.slice(2, -2)}</b>;
    const [, words, address] = LINK.exec(part) ?? [];
    // The word joiner keeps the two halves of «e-mail» on one line of a narrow column.
    if (words === undefined || address === undefined) return part.replaceAll('e-mail', 'e-\u2060mail');
    return address.startsWith('/') ? (
      <Link key={i} href={address}>
        {words}
      </Link>
    ) : (
      <a key={i} href={address}>
        {words}
      </a>
    );
  });
}

/** As people compare long numbers; the line may end between them. */
const inFours = (text: string): string => text.replaceAll(/(.{4})(?=.)/g, '$1 ');
