import { brotliCompress, constants, gzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { CatalogueIndex } from '#server/features/catalogue/catalogue-index.rules.ts';
import type { PublicCatalogue } from '#server/features/catalogue/public-catalogue.types.ts';
import { createMemo } from '#server/features/catalogue/memo.ts';
import { headOfPage, headOfProduct } from '#server/features/catalogue/page-heads/heads-of-pages.rules.ts';
import { type PageHead, withHead } from '#server/features/catalogue/page-heads/page-head.rules.ts';
import type { ClientFile } from '#server/platform/client-files.ts';

/** Kept pages: 200 of some 40 kB each with their compressed forms. Many addresses cost time, never memory. */
const MOST = 200;
const br = promisify(brotliCompress);
const gz = promisify(gzip);

export type PageHeads = {
  /** Undefined for a page that is not to be listed. */
  find(pathname: string): Promise<PageHead | undefined>;
  /** The shell with the head of this page, compressed once for each revision of the catalogue; the shell itself without a head. */
  fill(shell: ClientFile, pathname: string): Promise<ClientFile>;
};

/** Heads of public pages from the published catalogue of this node. */
export function openPageHeads(catalogue: PublicCatalogue, publicUrl: string): PageHeads {
  const kept = createMemo<CatalogueIndex, Promise<ClientFile>>(MOST);
  const headOf = async (index: CatalogueIndex, pathname: string): Promise<PageHead | undefined> => {
    const [first, slug = ''] = pathname.split('/').filter((part) => part !== '');
    if (first !== 'produkt') return headOfPage(index, pathname, publicUrl);
    const entry = index.bySlug.get(slug);
    return entry && headOfProduct(index, entry, await catalogue.details(index, entry.row.id), publicUrl);
  };
  return {
    find: async (pathname) => headOf(await catalogue.index(), pathname),
    async fill(shell, pathname) {
      const index = await catalogue.index();
      return kept.get(index, `${shell.etag} ${pathname}`, async () => {
        const head = await headOf(index, pathname);
        return head ? compressed(shell, withHead(String(shell.body.identity), head, publicUrl)) : shell;
      });
    },
  };
}

async function compressed({ type }: ClientFile, html: string): Promise<ClientFile> {
  const identity = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([
    br(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gz(identity),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  return { type, etag, body: { identity, br: brotli, gzip: gzipped } };
}
