import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/open.ts';
import type { Env } from '#server/platform/env.ts';
import { findPublicAddresses } from '#server/platform/sitemap.queries.ts';

const STATIC = [
  '/eshop',
  '/katalog',
  '/punkty',
  '/faq',
  '/contacts',
  '/cookie',
  '/kompaniya/privacy-policy',
  '/kompaniya/soglasie',
  '/kompaniya/rekvizity',
  '/kompaniya/oferta',
  '/kompaniya/vozvrat',
  '/kompaniya/dostavka-i-oplata',
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
    const urls = [
      ...STATIC.map((path) => entry(env.publicUrl + path)),
      ...found.categories.map((slug) => entry(`${env.publicUrl}/katalog/${slug}`)),
      ...found.products.map(({ slug, updatedAt }) => entry(`${env.publicUrl}/produkt/${slug}`, updatedAt)),
    ].slice(0, MOST);
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
    return reply.type('application/xml; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(xml);
  });
}

/** Slugs are [a-z0-9-] and the origin is ours: only the ampersand could need escaping, and neither holds one. */
function entry(address: string, changed?: Date): string {
  return `  <url><loc>${address}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''}</url>`;
}
