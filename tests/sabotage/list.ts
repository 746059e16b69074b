/** One line of the product made wrong: `find` stands in the file exactly once or first; `test` must turn red. */
export type Planted = { file: string; find: string; put: string; test: string };

// Each was tried by hand and seen red on 2026-11-22 (docs/decisions/195-planted-faults.md). What breaks the queue's engine as a
// whole stands in tests/offline/sim/sabotage.ts.

const of = (test: string, planted: readonly (readonly [file: string, find: string, put: string])[]): Planted[] =>
  planted.map(([file, find, put]) => ({ file, find, put, test }));

export const PLANTED: readonly Planted[] = [
  ...of('tests/ui/numbers.test.ts', [
    ['src/ui/numbers.ts', '${NBSP}₽', ' ₽'],
    ['src/ui/numbers.ts', 'kopecks % 100 === 0', 'true'],
    ['src/ui/numbers.ts', "form === 'few' || ", ''],
    ['src/ui/numbers.ts', 'forms[form', "forms[form === 'few' ? 'many' : form"],
    ['src/ui/numbers.ts', 'maximumFractionDigits: 1 }', 'maximumFractionDigits: 0 }'],
    ['src/ui/format.ts', 'grams < 1000', 'grams <= 1000'],
    ['src/ui/format.ts', 'grams / 1000', 'grams / 100'],
    ['src/ui/format.ts', 'at.toDateString() === now.toDateString()', 'at.getDate() === now.getDate()'],
  ]),
  ...of('tests/offline/backoff-rules.test.ts', [
    ['src/offline/outbox/backoff.rules.ts', 'BASE_MS * 2 ** Math.min(tries, 20)', 'BASE_MS'],
    ['src/offline/outbox/backoff.rules.ts', 'isVisible ? CAP_VISIBLE_MS : CAP_HIDDEN_MS', 'CAP_VISIBLE_MS'],
    [
      'src/offline/outbox/backoff.rules.ts',
      '(record.countedTries > 12 && age > 7 * DAY_MS)',
      'record.countedTries > 12',
    ],
  ]),
  ...of('tests/offline/outbox-rules.test.ts', [
    ['src/offline/outbox/classify.rules.ts', " && last.code !== 'too_many'", ''],
  ]),
  ...of('tests/app/left-taps.test.ts', [
    ['src/offline/outbox/append.ts', 'if (lately.includes(id) && !(tail && definition.single)) return;', ''],
    ['src/app/left-taps.ts', 'if (how.uid !== uid && how.uid !== GUEST_UID) return;', ''],
    ['src/app/left-taps.ts', 'for (const name of notes) localStorage.removeItem(name);', ''],
    ['src/app/unkept.ts', '...get(earlyTapsAtom),', ''],
  ]),
  ...of('tests/favourites/favourites-on-the-phone.test.ts', [
    [
      'src/features/favourites/favourites.atoms.ts',
      'set(setFavouriteAtom, { id, on: true })',
      'set(setFavouriteAtom, { id, on: !get(favouriteIdsAtom).has(id) })',
    ],
  ]),
  ...of('tests/catalogue/online-product.test.ts', [
    [
      'src/features/catalogue/online.rules.ts',
      'isCons ? product.actual_cons_price : null',
      'product.actual_cons_price',
    ],
    ['src/features/catalogue/online.rules.ts', 'Math.min(10, product.max_qty)', 'product.max_qty'],
  ]),
  ...of('tests/platform/failure.test.ts', [
    ['src/platform/api/failure.ts', 'return failure.refusal.message', "return 'Сервис временно не доступен.'"],
  ]),
  ...of('tests/session/session-rules.test.ts', [
    ['src/features/session/login-form.rules.ts', "typed[name].trim() === ''", "typed[name] === ''"],
  ]),
  ...of('tests/catalogue/client-listing.test.ts', [
    ['src/features/catalogue/listing-url.rules.ts', '[...forms, ', '[...forms.slice(0, 1), '],
  ]),
  ...of('tests/offline/search-layout.test.ts', [['src/offline/search/layout.ts', 'swap(text, toEn)', 'text']]),
  ...of('tests/education/quiz-rules.test.ts', [
    [
      'server/features/education/quiz.rules.ts',
      'Math.floor((right * 100) / total)',
      'Math.ceil((right * 100) / total)',
    ],
    ['contract/education-progress.ts', 'Math.floor((done', 'Math.round((done'],
    [
      'src/features/education/quiz.rules.ts',
      'Math.min(pauseMs, Math.max(0, retryAt - serverNow))',
      'Math.max(0, retryAt - serverNow)',
    ],
  ]),
  ...of('tests/education/lesson-html.test.ts', [
    [
      'src/features/education/lesson-html.rules.ts',
      '/^https:\\/\\//i.test(bare)',
      '/^(https:\\/\\/|javascript:)/i.test(bare)',
    ],
    ['src/features/education/lesson-html.rules.ts', 'if (!ALLOWED.has(tag)) continue;', ''],
    ['src/features/education/lesson-html.rules.ts', '(FILE.test(src) ? src : null)', '(src || null)'],
    ['src/features/education/lesson-html.rules.ts', "html.replaceAll(SILENT, '')", 'html'],
  ]),
  ...of('tests/offline/device-ports.test.ts', [
    ['src/device/outbox-ports.ts', "redirect: 'error'", "redirect: 'follow'"],
    ['src/device/outbox-ports.ts', 'keepalive: true', 'keepalive: false'],
    ['src/device/outbox-ports.ts', 'signal: AbortSignal.timeout(DEADLINE_MS),', ''],
    ['src/device/outbox-ports.ts', 'known.ms + (performance.now() - known.at)', 'known.ms + (Date.now() - known.at)'],
    ['src/device/outbox-ports.ts', 'known && known.ms + (performance.now() - known.at)', 'Date.now()'],
  ]),
  ...of('tests/offline/base.test.ts', [
    ['src/offline/outbox/base.ts', 'if (told.version > versionOf(base, entry)) ', ''],
  ]),
  ...of('tests/cart/cart-arithmetic.test.ts', [
    ['contract/cart-arithmetic.ts', 'Math.max(quantity, Math.min(quantity + delta, maxQty))', 'quantity'],
    [
      'server/features/cart/cart.rules.ts',
      'Math.max(priceSeen, Math.min(accepted, current))',
      'Math.max(priceSeen, accepted)',
    ],
  ]),
  ...of('tests/import/import-feed.test.ts', [
    [
      'server/features/import/import.queries.ts',
      'where s.source = ${source} and not exists (select 1 from import_offers',
      'where s.source <> ${source} and not exists (select 1 from import_offers',
    ],
    [
      'server/features/import/import.queries.ts',
      'where s.source = ${source} and not exists (select 1 from import_offers',
      'where not exists (select 1 from import_offers',
    ],
    ['server/features/import/offer.rules.ts', 'parsed.ok && parsed.value > price', 'parsed.ok'],
  ]),
  ...of('tests/platform/api.test.ts', [
    ['server/platform/upkeep.ts', 'const KEYS_KEPT_MS = 45 *', 'const KEYS_KEPT_MS = 1 *'],
    ['server/platform/upkeep.ts', 'await deleteOldAnswers(db, new Date(now - KEYS_KEPT_MS));', ''],
    ['server/platform/upkeep.ts', 'const FAILURES_KEPT_MS = 24 * HOUR_MS', 'const FAILURES_KEPT_MS = 0'],
  ]),
  ...of('tests/notify/unsubscribe.test.ts', [
    ['server/features/notify/unsubscribe.rules.ts', ' || !isSame(mac, macOf(secret, name))', ''],
    ['server/features/notify/notify.queries.ts', 'isNull(consents.withdrawnAt),', ''],
  ]),
  ...of('tests/jobs/mail-gate.test.ts', [['server/gates/mail/smtp.ts', "'List-Unsubscribe-Post'", "'X-Post'"]]),
  ...of('tests/notify/notify-product.test.ts', [
    ['server/features/notify/notify.rules.ts', 'age < 0 || ', ''],
    ['server/features/notify/notify.rules.ts', ' || age > 45 * 86_400_000', ''],
  ]),
  ...of('tests/catalogue/server-publish.test.ts', [
    [
      'server/features/catalogue/catalogue.commands.ts',
      'struck !== null && struck > actualPrice ? struck : null',
      'struck',
    ],
    [
      'server/features/catalogue/catalogue.commands.ts',
      "typeof oldPrice === 'number' && oldPrice <= actualPrice",
      'false',
    ],
  ]),
  ...of('tests/cart/cart-calls.test.ts', [
    [
      'server/features/cart/cart.rules.ts',
      'Math.max(priceSeen, Math.min(accepted, current))',
      'Math.max(priceSeen, accepted)',
    ],
  ]),
  ...of('tests/cart/totals.test.ts', [
    ['src/features/cart/view.rules.ts', 'drawn.filter(({ line }) => line.available)', 'drawn'],
    ['server/features/cart/cart.rules.ts', 'items.filter((item) => item.available)', 'items'],
  ]),
  ...of('tests/offline/worker-queue.test.ts', [
    ['sw/outbox.ts', "if (left.length > 0) throw new Error('left');", ''],
    [
      'sw/outbox.ts',
      "const { serverTime } = await askShop(send, { method: 'GET', path: '/healthz', body: null });\n    if (serverTime !== null) clock.note(serverTime);",
      '',
    ],
    ['sw/outbox.ts', '    left.push(owner);\n', ''],
    ['sw/outbox.ts', " || !answer.type.startsWith('application/json')", ''],
  ]),
  ...of('tests/pictures/kept-by-worker.test.ts', [
    ['sw/pictures-only.ts', "\n  (response.headers.get('content-type') ?? '').startsWith('image/')", ' true'],
  ]),
  ...of('tests/session/leave.test.ts', [
    ['src/offline/identity/leave.ts', 'for (const id of guests) await close(await stores.guest(id));', ''],
    ['src/offline/identity/leave.ts', 'Object.keys(bound).filter((id) => bound[id] === uid)', 'Object.keys(bound)'],
  ]),
  ...of('tests/sync/sync-client.test.ts', [
    ['src/sync-client/sender.ts', '!network.isOnline() || isLeft', '!network.isOnline()'],
    ['src/sync-client/sender.ts', ' || waitsForTime(record)', ''],
    ['src/sync-client/sync-client.ts', "if (why !== 'leaving') await queue?.read();", ''],
  ]),
  ...of('tests/sync-server/heartbeat-client.test.ts', [
    ['src/platform/api/api.ts', "if (request.headers.has('Idempotency-Key')) return;", ''],
  ]),
  ...of('tests/outside/outside.test.ts', [['server/platform/outside.ts', '    together: 10,\n', '']]),
  ...of('tests/desk/journal-words.test.ts', [
    ['contract/journal-words.ts', "  deskNoteOrder: 'Заметка к заказу',\n", ''],
  ]),
  ...of('tests/catalogue/client-html.test.ts', [
    [
      'src/ui/html.rules.ts',
      "if (!token.startsWith('<!--')) put(decodeEntities(token));",
      "if (!token.startsWith('<!--') && open.length === 0) put(decodeEntities(token));",
    ],
  ]),
  ...of('tests/payments/receipts.test.ts', [
    ['server/features/payments/spread.rules.ts', 'b.remainder - a.remainder || ', ''],
    ['server/features/payments/spread.rules.ts', 'const dearer = sumKop - priceKop * pieces;', 'const dearer = 0;'],
    ['server/features/payments/receipt.rules.ts', 'worthOf(kop, before + quantity', 'worthOf(kop, quantity'],
    ['server/features/payments/refund.rules.ts', 'const part = pieces < item.quantity ? room : 0;', 'const part = 0;'],
  ]),
  ...of('tests/payments/rules.test.ts', [
    ['server/features/payments/payment-states.rules.ts', 'capturedKop === attempt.amountKop', 'capturedKop > 0'],
    ['server/gates/payments/money-text.ts', '0{0,8})?$', '\\d{0,8})?$'],
    ['contract/payment-methods.ts', 'availableKop >= dueKop', 'availableKop > 0'],
  ]),
  ...of('tests/payments/yookassa.test.ts', [
    [
      'server/gates/payments/yookassa.ts',
      "if (!isTheirs(ip)) return { kind: 'refused', http: 403, reason: 'address' };",
      '',
    ],
    ['server/gates/payments/yookassa.ts', "status === 'succeeded' && paid === true", "status === 'succeeded'"],
  ]),
  ...of('tests/payments/robokassa.test.ts', [
    [
      'server/gates/payments/robokassa.ts',
      "[text('OutSum'), invId,",
      "[roubles(Math.round(Number(text('OutSum')) * 100)), invId,",
    ],
    ['server/gates/payments/robokassa.ts', '  }).catch(unsure);', '  });'],
  ]),
  ...of('tests/payments/sber.test.ts', [
    ['server/gates/payments/sber.ts', 'if (seen.refundedKop >= refundedKop + amountKop) return done;', ''],
    ['server/gates/payments/sber.ts', 'if (code === DUPLICATE) continue;', ''],
  ]),
  ...of('tests/payments/paying.test.ts', [
    ['server/features/acquiring/apply-seen.ts', 'capturedKop < order.dueKop', 'false'],
    [
      'server/features/acquiring/confirm.commands.ts',
      'seen.paymentId !== null && seen.paymentId !== paymentId',
      'false',
    ],
    ['server/features/payments/payments.queries.ts', ", eq(payments.status, 'succeeded'))", ')'],
    [
      'server/features/payments/payments.commands.ts',
      "?.provider === 'ledger' ? 'ls' : refund.to",
      '?.provider ? refund.to : refund.to',
    ],
  ]),
  ...of('tests/payments/sandbox.test.ts', [
    ['server/features/acquiring/pay-pages.routes.ts', "payment.expiresAt <= shop.now() && action === 'pay'", 'false'],
    [
      'server/gates/payments/sandbox.queries.ts',
      '.where(and(eq(sandboxPayments.token, token), isOpen))',
      '.where(eq(sandboxPayments.token, token))',
    ],
  ]),
  ...of('tests/accounts/ledger-rules.test.ts', [
    ['server/features/accounts/available.rules.ts', 'Math.max(0, Math.min(free, unburnt))', 'Math.max(0, free)'],
    ['server/features/accounts/ledger.rules.ts', " || kind === 'chargeback'", ''],
    [
      'server/features/accounts/ledger.rules.ts',
      'if (givesBs && !isGift && reverses === undefined)',
      'if (givesBs && isGift)',
    ],
  ]),
  ...of('tests/accounts/holds.test.ts', [
    ['server/features/accounts/holds.queries.ts', 'a.balance_kop - a.held_kop - l.amount', 'a.balance_kop - l.amount'],
    ['server/features/accounts/holds.queries.ts', 'case when g.expires_at <= ${now} then', 'case when true then'],
    ['server/features/accounts/grants.queries.ts', 'and g.expires_at > ${timeOf(at)}),', '),'],
    ['server/features/accounts/grants.queries.ts', 'over (order by g.expires_at, g.id)', 'over (order by g.id)'],
    [
      'server/features/accounts/grants.queries.ts',
      'over (order by g.expires_at desc, g.id desc)',
      'over (order by g.expires_at, g.id)',
    ],
    [
      'server/features/accounts/accounts.commands.ts',
      'if (live.hasBurnt && live.bsOwnerId !== null)',
      'if (live.count < 0 && live.bsOwnerId !== null)',
    ],
    ['server/features/accounts/move.ts', 'unburntAt: isSpend ? at : null', 'unburntAt: null'],
    [
      'server/features/accounts/move.ts',
      'const lacks = type === ACCOUNT_TYPES.BS ? await lockShortfall(tx, ownerId) : amountKop;',
      'const lacks = amountKop;',
    ],
  ]),
  ...of('tests/accounts/random-money.test.ts', [
    ['server/features/accounts/ledger.queries.ts', '> 0 or exists (select from locked_holds)', '> 0 or true'],
    [
      'server/features/accounts/ledger.queries.ts',
      'm on m.account_id = a.id order by a.id for no key update',
      'm on m.account_id = a.id order by random() for no key update',
    ],
  ]),
  ...of('tests/accounts/ledger-walls.test.ts', [
    [
      'server/db/migrations/0012_ledger-guards.sql',
      'BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"',
      'BEFORE DELETE OR TRUNCATE ON "ledger_entries"',
    ],
    [
      'server/db/migrations/0012_ledger-guards.sql',
      'GRANT UPDATE ("id") ON "ledger_tx", "ledger_entries" TO CURRENT_USER',
      'SELECT 1',
    ],
    ['server/db/migrations/0012_ledger-guards.sql', 'FOR NO KEY UPDATE;', ';'],
    ['server/db/migrations/0012_ledger-guards.sql', 'abs(back.amount) > abs(o.amount)', 'false'],
  ]),
  ...of('tests/accounts/accounts-calls.test.ts', [
    [
      'server/features/accounts/grants.queries.ts',
      'and g.expires_at <= ${timeOf(at)} order by g.expires_at, g.id',
      'order by g.expires_at, g.id',
    ],
    ['server/features/accounts/available.rules.ts', '.creditKop > 0 && !readonly', '.creditKop > 0'],
  ]),
  ...of('tests/platform/deadlines.test.ts', [['server/db/open.ts', 'pipeline: true, ...deadlines', 'pipeline: true']]),
  ...of('tests/platform/serving.test.ts', [
    ['server/platform/shell.ts', "if (tellOutage(parts.outages, error, request)) return 'away';", ''],
    [
      'server/platform/shell.ts',
      'withTimeout(resolveAddress(parts, pathname), ADDRESS_MS)',
      'resolveAddress(parts, pathname)',
    ],
  ]),
  ...of('tests/platform/disk.test.ts', [
    ['server/platform/disk.rules.ts', 'free < LEAST_BYTES || ', ''],
    ['server/platform/disk.ts', 'isLow(room) === wasLow', 'false'],
  ]),
  ...of('tests/backup/older-backup.test.ts', [
    ['server/backup/restore-backup.ts', '${enable} trigger', 'enable trigger'],
    ['server/backup/restore-backup.ts', 'migrateDb(open, manifest.migrations.length)', 'migrateDb(open)'],
  ]),
  ...of('tests/export/slow-reader.test.ts', [
    ['server/platform/export/send-table.ts', '{ objectMode: false }', '{ objectMode: false, highWaterMark: 2 ** 40 }'],
    ['server/platform/export/send-table.ts', "reply.raw.once('close', () => void source.return?.());", ''],
    [
      'server/platform/export/zip-stream.ts',
      'Readable.from(measured(texts, file))',
      'Readable.from(measured(texts, file), { highWaterMark: 2 ** 40 })',
    ],
  ]),
  ...of('tests/network/generated.test.ts', [
    [
      'server/demo/network/bulk.queries.ts',
      'kept.toReversed()',
      "kept.filter(({ make }) => !make.includes('users_sponsor'))",
    ],
  ]),
  ...of('tests/crash/crash.test.ts', [['server/db/embedded.ts', "'jit=off'", "'jit=off', 'synchronous_commit=off'"]]),
  ...of('tests/orders/amounts.test.ts', [
    ['contract/amount-to-pay.ts', 'Math.floor((goods * BS_PERCENT) / 100)', 'Math.ceil((goods * BS_PERCENT) / 100)'],
    ['contract/amount-to-pay.ts', 'wish[type].delivery, available - order', 'wish[type].delivery, available'],
    ['contract/amount-to-pay.ts', 'type === ACCOUNT_TYPES.BS ? 0 : least(', 'least('],
    ['contract/amount-to-pay.ts', 'goodsLeft -= order;', ''],
    ['contract/amount-to-pay.ts', 'debitUse ? 0 : ', ''],
    ['server/features/checkout/spend.rules.ts', 'isBonus && order > bonusLimit(goods)', 'false'],
    ['server/features/orders/vat.rules.ts', "timeZone: 'Europe/Moscow'", "timeZone: 'UTC'"],
  ]),
  ...of('tests/orders/placing.test.ts', [
    [
      'server/features/checkout/write-order.queries.ts',
      ' and (select ok from can)\n      returning p.id',
      '\n      returning p.id',
    ],
    [
      'server/features/checkout/write-order.queries.ts',
      'p.published and p.stock_qty >= w.pieces as has',
      'true as has',
    ],
    [
      'server/features/checkout/placing.rules.ts',
      'one.kind !== change.kind || one.to !== change.to',
      'one.kind !== change.kind',
    ],
    ['server/features/checkout/placing-refusals.ts', ' || draft.money.due > expected.expected_due', ''],
    [
      'server/features/checkout/place-order.ts',
      'if (!session.user) await holdAddress(tx, addressHashOf(asked.request));',
      '',
    ],
    ['server/features/checkout/place-order.ts', 'order?.cartVersion === body.cart_version', 'order'],
    ['server/features/checkout/consents.rules.ts', 'hasBefore && given.version', 'given.version'],
  ]),
  ...of('tests/orders/ending.test.ts', [
    ['server/features/order-changes/cancel.commands.ts', 'await putBackOnSale(tx, jobs, { lines, pieces });', ''],
    ['server/features/order-changes/cancel.commands.ts', 'await cancelPayments(tx, order.id, now);', ''],
    ['server/features/order-changes/give-back.commands.ts', "to === 'ls' || isByAccount", 'isByAccount'],
    ['server/features/order-changes/order-changes.jobs.ts', ' || !isUnpaid(order.status)', ''],
    ['server/features/orders/read-order.commands.ts', "'token' in which || order.userId === session.user?.id", 'true'],
  ]),
  ...of('tests/orders/changing.test.ts', [
    ['server/features/order-changes/lessen.rules.ts', 'if (quantity > keptOf(line))', 'if (false)'],
    ['server/features/order-changes/shares.rules.ts', 'last[type] - first[type]', 'last[type]'],
  ]),
  ...of('tests/desk/acts.test.ts', [
    ['server/features/desk-orders/return-lines.ts', 'order.version !== body.version', 'false'],
    ['server/features/desk-orders/return-lines.ts', 'body.with_delivery && !chosen.isWhole', 'false'],
    ['server/features/desk-orders/desk-view.rules.ts', 'paidAt !== null && !ENDED.includes(status)', 'paidAt !== null'],
    ['server/features/orders/order-letter.rules.ts', 'again > 0', 'false'],
  ]),
  ...of('tests/desk/list.test.ts', [
    ['server/features/desk-orders/read-desk-order.ts', 'issue_code: null', 'issue_code: order.issue_code'],
    ['server/features/desk-orders/refund-lines.rules.ts', '(wanted.get(id) ?? 0) + pieces', 'pieces'],
  ]),
  ...of('tests/orders/news.test.ts', [
    ['server/features/orders/order-news.rules.ts', "'ref' in happened", 'false'],
    ['server/features/orders/orders.jobs.ts', 'if (email) await mail.send', 'if (!email) await mail.send'],
    ['server/features/acquiring/by-hand.commands.ts', "await tellNews(tx, jobs, orderId, { what: 'paid' });", ''],
  ]),
  ...of('tests/cart/hello.test.ts', [
    ['server/features/cart/hello.rules.ts', "buyer.role === 'client' || ", ''],
    ['server/features/cart/cart.queries.ts', 'and o.status <>', 'or o.status <>'],
  ]),
  ...of('tests/desk/refund-preview.test.ts', [
    ['server/features/order-changes/split.rules.ts', 'spentKop += shares.spentKop;', ''],
    ['server/features/order-changes/split.rules.ts', "to === 'ls' || ", ''],
  ]),
  ...of('tests/desk/refund-sheet.test.tsx', [
    ['src/staff/ReasonSheet.tsx', "state !== 'asking' || isWaiting) return", "state !== 'asking') return"],
    ['src/staff/desk/orders/use-refund-split.ts', 'counted?.key === key', 'counted !== null'],
  ]),
  ...of('tests/platform/leftover-process.test.ts', [
    ['server/db/embedded.ts', 'rmSync(`${socketOf(folder, port)}.lock`, { force: true });', ''],
  ]),
];
