import type { FastifyInstance } from 'fastify';
import { LEGAL_VERSIONS } from '#contract/content.ts';
import { PAPER_VERSIONS } from '#contract/papers/versions.ts';
import type { Db } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';
import { findPublicAddresses } from '#server/platform/sitemap.queries.ts';

/** Pages whose date is that of the newest product, and pages with a text of their own. */
const LISTS = ['/eshop', '/katalog'];
const VERSIONS: Readonly<Record<string, string>> = {
  ...LEGAL_VERSIONS,
  ...Object.fromEntries(Object.entries(PAPER_VERSIONS).map(([path, [newest]]) => [path, newest.version])),
};
const TEXTS = [
  '/punkty',
  '/faq',
  '/contacts',
  '/cookie',
  '/kompaniya',
  '/kompaniya/dokumenty',
  '/kompaniya/rekvizity',
  ...Object.keys(VERSIONS),
];
const PRIVATE = ['/api/', '/user', '/cart', '/optovik/', '/login', '/logout', '/search', '/offline', '/403', '/404'];
/** The limit of one sitemap file. */
const MOST = 50_000;

/** `/robots.txt` and `/sitemap.xml`: what search engines may find, from the published catalogue. */
export function installSitemap(app: FastifyInstance, db: Db, env: Env): void {
  app.get('/robots.txt', (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      'Allow: /api/docs',
      '',
      `Sitemap: ${env.publicUrl}/sitemap.xml`,
      '',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'public, max-age=3600')
      .send(lines.join('\n'));
  });
  app.get('/sitemap.xml', async (_request, reply) => {
    const found = await findPublicAddresses(db, MOST);
    const newest = found.categories
      .map(({ updatedAt }) => dayOf(updatedAt))
      .sort()
      .at(-1);
    const urls = [
      ...LISTS.map((path) => entry(env.publicUrl + path, newest)),
      ...TEXTS.map((path) => entry(env.publicUrl + path, VERSIONS[path])),
      ...found.categories.map(({ slug, updatedAt }) => entry(`${env.publicUrl}/katalog/${slug}`, dayOf(updatedAt))),
      ...found.products.map(({ slug, updatedAt }) => entry(`${env.publicUrl}/produkt/${slug}`, dayOf(updatedAt))),
    ].slice(0, MOST);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
    return reply.type('application/xml; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(xml);
  });
}

/** Slugs are [a-z0-9-] and the origin is ours: only the ampersand could need escaping, and neither holds one. */
function entry(address: string, changed?: string): string {
  return `  <url><loc>${address}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>`;
}
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
