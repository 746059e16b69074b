import { defineConfig } from 'drizzle-kit';

/** Only for writing a new migration: `npm run migration -- --name what_changed`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/db/tables/*.ts',
  out: './server/db/migrations',
});
