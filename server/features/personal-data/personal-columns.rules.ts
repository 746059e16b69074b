/** What becomes of a table's rows of a person when the account is gone. */
type End =
  /** They go with it. */
  | 'deleted'
  /** They stay, what names somebody is emptied. */
  | 'emptied'
  /** They stay: a number without a name behind it. */
  | 'kept';
type Entry = {
  /** Columns that name, reach or belong to a person. */
  columns: readonly string[];
  /** Its section of the archive (docs/product/law.md#export); or why it has none. */
  archive: { section: string } | { none: string };
  end: End;
  why: string;
};
const own = (section: string, columns: readonly string[]): Entry => ({
  columns,
  archive: { section },
  end: 'deleted',
  why: 'the person’s alone',
});

/**
 * Every table of the database with a column of a person, and what becomes of it (docs/product/law.md#deletion). A test compares it with
 * the database's catalogue: a new table or column of a person is missing here until somebody has decided.
 */
export const PERSONAL_TABLES: Readonly<Record<string, Entry>> = {
  // ── 1 Who it is ───────────────────────────────────────────────────────────────────────────────
  users: {
    columns: [
      'last_name',
      'first_name',
      'middle_name',
      'email',
      'phone',
      'phone_country',
      'password_hash',
      'cons_id',
      'sponsor_id',
      'birthday',
      'pending_email',
      'send_email',
      'pending_phone',
      'photo_id',
    ],
    archive: { section: 'profile' },
    end: 'emptied',
    why: 'the row is the place in the structure and the owner of orders and ledger: number and sponsor stay',
  },
  sessions: own('sessions', ['user_id', 'guest_id', 'user_agent']),
  known_devices: own('devices', ['user_id']),
  guests: {
    columns: ['guest_id', 'user_id'],
    archive: { none: 'a random number of a device' },
    end: 'emptied',
    why: 'the binding stays, so that nobody else takes it over; whose it was goes',
  },
  contact_codes: own('codes', ['user_id']),
  data_exports: { ...own('profile', ['user_id']), archive: { none: 'the archive itself' } },
  operator_points: { ...own('profile', ['user_id']), archive: { section: 'profile' } },
  photos: { ...own('', ['user_id']), archive: { none: 'pictures, in the folder «foto» of the archive' } },
  contact_changes: own('contacts', ['user_id']),
  push_subscriptions: { ...own('', ['user_id']), archive: { none: 'secrets of a browser' } },
  wholesale_applications: own('wholesale', ['user_id', 'inn', 'phone', 'decided_by']),
  // ── 2 What was bought ─────────────────────────────────────────────────────────────────────────
  orders: {
    columns: [
      'user_id',
      'guest_id',
      'points_user_id',
      'recipient_name',
      'recipient_phone',
      'recipient_email',
      'network_hash',
    ],
    archive: { section: 'orders' },
    end: 'emptied',
    why: 'goods and money stay for the law on accounting; recipient, address, comment and link go',
  },
  order_events: {
    columns: ['actor'],
    archive: { section: 'order-history' },
    end: 'emptied',
    why: 'history of the order; the buyer’s words go',
  },
  order_proxies: {
    ...own('', ['recipient_name']),
    archive: { none: 'whoever else collects an order; gone when it is collected' },
  },
  order_drafts: {
    ...own('', ['author_id', 'buyer_id']),
    archive: { none: 'an order that the desk has begun to write down, kept a month' },
  },
  order_versions: { columns: ['actor'], archive: { none: 'quantities of an order before a change' }, end: 'kept', why: 'goods and money' }, // prettier-ignore
  returns: {
    columns: ['receiver_id'],
    archive: { section: 'returns' },
    end: 'emptied',
    why: 'goods and money stay; the buyer’s words and photographs go',
  },
  return_photos: { ...own('', ['photo_id']), archive: { none: 'pictures, in the folder «foto» of the archive' } },
  refunds: { columns: ['actor'], archive: { section: 'payments' }, end: 'kept', why: 'money' },
  carts: own('cart', ['user_id', 'guest_id']),
  favourites: own('favourites', ['user_id']),
  delivery_addresses: own('addresses', [
    'user_id',
    'street',
    'flat',
    'recipient_name',
    'recipient_phone',
    'phone_country',
  ]),
  delivery_quotes: { ...own('', ['owner']), archive: { none: 'prices of delivery, of a day' } },
  notify_requests: own('back-in-stock', ['contact', 'user_id']),
  notify_confirmations: {
    ...own('', ['contact']),
    archive: { none: 'whether a mailbox has said yes: the request says so' },
  },
  // ── 3 Money and points ────────────────────────────────────────────────────────────────────────
  accounts: { columns: ['owner_id'], archive: { section: 'ledger' }, end: 'kept', why: 'the ledger, without a name' },
  ledger_tx: { columns: ['actor'], archive: { section: 'ledger' }, end: 'kept', why: 'the ledger, without a name' },
  transfers: {
    columns: ['owner_id', 'to_id'],
    archive: { section: 'transfers' },
    end: 'emptied',
    why: 'money between two people; what was written beside it goes',
  },
  payments: {
    columns: ['owner_id'],
    archive: { section: 'payments' },
    end: 'kept',
    why: 'money that came from outside',
  },
  points_events: { columns: ['user_id'], archive: { section: 'points' }, end: 'kept', why: 'volume of the structure' },
  bonus_rows: { columns: ['user_id'], archive: { section: 'ledger' }, end: 'kept', why: 'the ledger, without a name' },
  bonus_corrections: {
    columns: ['user_id'],
    archive: { none: 'the movement of it is in the ledger' },
    end: 'kept',
    why: 'the ledger, without a name',
  },
  period_approvals: {
    columns: ['user_id'],
    archive: { none: 'an act of staff' },
    end: 'kept',
    why: 'who has let money go',
  },
  bonus_disputes: {
    columns: ['user_id', 'answered_by'],
    archive: { section: 'disputes' },
    end: 'kept',
    why: 'a claim about money, without a name',
  },
  retail_income: {
    columns: ['user_id'],
    archive: { section: 'ledger' },
    end: 'kept',
    why: 'the ledger, without a name',
  },
  desk_corrections: {
    columns: ['owner_id', 'asked_by', 'decided_by'],
    archive: { none: 'an act of staff; its movement is in the ledger' },
    end: 'kept',
    why: 'who has mended money, and why',
  },
  tree: { columns: ['user_id'], archive: { none: 'other people' }, end: 'kept', why: 'the place in the structure' },
  tree_breaks: { columns: ['user_id'], archive: { none: 'other people' }, end: 'kept', why: 'news of the structure' },
  sponsor_visits: {
    columns: ['sponsor_id'],
    archive: { none: 'counts of a link, kept for days' },
    end: 'deleted',
    why: 'as a visitor: the person’s; as a sponsor a number',
  },
  sponsor_moves: {
    columns: ['user_id', 'from_id', 'to_id', 'asked_by'],
    archive: { none: 'names other people; the number of the sponsor is in the profile' },
    end: 'kept',
    why: 'the structure as it was, numbers only',
  },
  agreement_ends: {
    columns: ['user_id', 'cons_id', 'heir_id'],
    archive: { none: 'names other people; the day and the number are in the letter' },
    end: 'kept',
    why: 'the structure as it was, numbers only',
  },
  // ── 4 What was agreed to, learned, written ────────────────────────────────────────────────────
  consents: {
    columns: ['user_id', 'guest_id', 'ip', 'user_agent'],
    archive: { section: 'consents' },
    end: 'emptied',
    why: 'proof of what was agreed to; address and browser go',
  },
  lesson_watches: own('lessons', ['user_id']),
  quiz_attempts: own('quizzes', ['user_id']),
  course_certificates: own('certificates', ['user_id']),
  notifications: own('notifications', ['user_id']),
  invitations: {
    ...own('', ['sponsor_id', 'made_by', 'first_name', 'last_name', 'phone', 'used_by']),
    archive: { none: 'name and number of another person, kept 14 days' },
  },
  consultant_calls: own('calls', ['consultant_id', 'user_id', 'guest_id', 'phone']),
  mail_outbox: { ...own('', ['recipient']), archive: { none: 'letters that the person has' } },
  sms_outbox: { ...own('', ['recipient']), archive: { none: 'messages that the person has' } },
  idempotency_keys: { ...own('', ['owner']), archive: { none: 'answers that the phone has, kept 45 days' } },
  audit_log: {
    columns: ['actor_id'],
    archive: { none: 'the journal of the shop’s own staff' },
    end: 'kept',
    why: 'rows are only added: what the desk did and why, for the shop’s defence',
  },
  // ── 5 No person's, whatever the name says ─────────────────────────────────────────────────────
  parcels: { columns: ['packer_id'], archive: { none: 'work of the staff' }, end: 'kept', why: 'who packed: staff' },
  point_orders: {
    columns: ['arrived_by', 'handed_by', 'left_by'],
    archive: { none: 'work of the staff' },
    end: 'kept',
    why: 'who handed it over: staff',
  },
  feed_imports: { columns: ['author_id'], archive: { none: 'work of the staff' }, end: 'kept', why: 'staff' },
  shifts: { columns: ['opened_by', 'closed_by'], archive: { none: 'work of the staff' }, end: 'kept', why: 'staff' },
  order_holds: {
    columns: ['owner_id'],
    archive: { none: 'work of the staff' },
    end: 'kept',
    why: 'who sees to it: staff',
  },
  pickup_points: {
    columns: ['phone'],
    archive: { none: 'phones of points' },
    end: 'kept',
    why: 'no person’s',
  },
};
