import { createStore } from 'jotai';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import type { Manifest } from '#contract/catalogue.ts';
import { App } from '#src/app/App.tsx';
import { Footer } from '#src/app/Footer.tsx';
import { fillTemplate, type Style } from '#src/app/page-template.rules.ts';
import { seedCatalogueAtom } from '#src/features/catalogue/catalogue.atoms.ts';
import type { PageData } from '#src/features/catalogue/catalogue.types.ts';
import { pageDataOf, type Published, readPublished } from '#src/features/catalogue/published.ts';
import { BUILD } from '#src/platform/update/build.ts';

// What the server renders pages with (docs/decisions/250): built by `npm run build` beside the client from the same parts.
// Runs in a thread of its own; nothing of it is loaded by a browser.

/** What the server must give; `server/features/pages/render-worker.ts` names the same. */
export type Job = {
  path: string;
  /** Text of the manifest of the revision to render. */
  manifest: string;
  /** Text of a published file of that revision. */
  file(sha256: string): Promise<string>;
  /** index.html of this build with the head of the page. */
  template: string;
  /** The style sheets of the page's own parts. */
  styles: readonly Style[];
  /** Those of the footer, for whoever has no script. */
  footerStyles: readonly Style[];
};

/** A part that is loaded lazily is there after a turn or two of the event loop: the code is in this very file. */
const TURNS = 20;

/**
 * The whole document; null for an address that the revision does not have.
 * @throws Error when a part waits for something that will not come, or draws what the policy of the page forbids.
 */
export async function renderPage(job: Job): Promise<string | null> {
  const published = await publishedOf(job);
  const page = await pageDataOf(published, job.path, BUILD);
  if (!page) return null;
  const html = await render(job.path, page);
  const footer = { styles: job.footerStyles, html: footerOf(job.path) };
  return fillTemplate(job.template, { styles: job.styles, html, page, footer });
}

let kept: { manifest: string; published: Promise<Published> } | null = null;
/** One revision is kept: pages of the one before are rendered no more. */
function publishedOf({ manifest, file }: Job): Promise<Published> {
  if (kept?.manifest !== manifest) {
    const read = async (sha256: string): Promise<unknown> => JSON.parse(await file(sha256));
    const made = { manifest, published: readPublished(JSON.parse(manifest) as Manifest, read) };
    kept = made;
    made.published.catch(() => kept === made && (kept = null));
  }
  return kept.published;
}

async function render(path: string, page: PageData): Promise<string> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const store = createStore();
    store.set(seedCatalogueAtom, page);
    const html = renderToString(<App store={store} path={path} />);
    if (!/<!--\$[?!]-->/.test(html)) return checked(html);
    await new Promise((done) => setTimeout(done));
  }
  throw new Error('a part of the page is never ready');
}

const footerOf = (path: string): string =>
  checked(
    renderToString(
      <Router ssrPath={path}>
        <Footer />
      </Router>,
    ),
  );

function checked(html: string): string {
  const styled = /<\w[^>]*? style="[^"]*"/.exec(html);
  if (styled) throw new Error(`style attribute in a rendered page: ${styled[0].slice(0, 200)}`);
  return html;
}
