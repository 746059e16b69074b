import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { sessions, users } from '#server/db/tables/people.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What an account was told (docs/product/notifications.md). */
export const notifications = pgTable(
  'notifications',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Names the event: the same one is told once, however often its job runs. */
    event: text('event').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    /** Screen of the shop that it leads to. */
    path: text('path').notNull(),
    /** Pushed too: what the person has just done themselves is not. */
    isPushed: boolean('is_pushed').notNull(),
    createdAt: at('created_at').notNull(),
    readAt: at('read_at'),
  },
  (t) => [
    uniqueIndex('notifications_event').on(t.userId, t.event),
    index('notifications_person').on(t.userId, t.id),
    index('notifications_created').on(t.createdAt),
  ],
);

/** A browser that shows what it is sent. It ends with the session: after a logout nothing private comes to that screen. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => sessions.idHash, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    /** Public key and secret of the browser, base64url: what is sent is encrypted with them (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('push_subscriptions_user').on(t.userId), index('push_subscriptions_session').on(t.sessionHash)],
);

/** The pair of keys that names this shop to push services (RFC 8292): one row, made at the first need and kept. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});
