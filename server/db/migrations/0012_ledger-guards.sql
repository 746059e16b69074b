-- What drizzle cannot say of the ledger (docs/product/money.md#walls, docs/decisions/200).
-- 1 the house accounts, 2 append-only, 3 every movement is balanced, 4 reversals never exceed the original.

-- 1
INSERT INTO "accounts" ("id", "type") SELECT n, n FROM unnest(ARRAY[1, 2, 3, 4, 5, 21, 23, 25, 27, 28, 29, 30]) AS n;
--> statement-breakpoint

-- 2 By trigger, which holds for the tables' owner and a superuser too, and by grant.
CREATE FUNCTION "ledger_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "ledger_tx_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_tx" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "ledger_refuse_change"();
--> statement-breakpoint
ALTER TABLE "ledger_tx" ENABLE ALWAYS TRIGGER "ledger_tx_append_only";
--> statement-breakpoint
ALTER TABLE "ledger_entries" ENABLE ALWAYS TRIGGER "ledger_entries_append_only";
--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "ledger_tx", "ledger_entries" FROM PUBLIC, CURRENT_USER;
--> statement-breakpoint
-- A foreign key locks the row it points to, which asks for the right to update some column. This one cannot be updated.
GRANT UPDATE ("id") ON "ledger_tx", "ledger_entries" TO CURRENT_USER;
--> statement-breakpoint

-- 3 The youngest entry of a movement answers for all of them, so a batch of a thousand is summed once.
CREATE FUNCTION "ledger_check_balanced"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = (SELECT id FROM ledger_entries WHERE tx_id = NEW.tx_id ORDER BY id DESC LIMIT 1)
    AND (SELECT sum(amount_kop) FROM ledger_entries WHERE tx_id = NEW.tx_id) <> 0 THEN
    RAISE EXCEPTION 'movement % of the ledger is not balanced', NEW.tx_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_entries_balanced" AFTER INSERT ON "ledger_entries" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "ledger_check_balanced"();
--> statement-breakpoint

-- 4 Each account gets back at most what it gave. A person's ЛС (type 0) may also take what had come by card; then the whole is the limit.
CREATE FUNCTION "ledger_check_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Of two reversals at once the second one sees the first.
  PERFORM 1 FROM ledger_tx WHERE id = NEW.reverses FOR NO KEY UPDATE;
  IF EXISTS (
    WITH original AS (SELECT account_id, sum(amount_kop) AS amount FROM ledger_entries WHERE tx_id = NEW.reverses GROUP BY account_id),
      back AS (SELECT e.account_id, sum(e.amount_kop) AS amount FROM ledger_entries e JOIN ledger_tx t ON t.id = e.tx_id
        WHERE t.reverses = NEW.reverses GROUP BY e.account_id)
    SELECT FROM back JOIN accounts a ON a.id = back.account_id LEFT JOIN original o USING (account_id)
      WHERE (a.owner_id IS NULL OR a.type <> 0) AND back.amount <> 0
        AND (coalesce(o.amount, 0) = 0 OR sign(back.amount) = sign(o.amount) OR abs(back.amount) > abs(o.amount))
    UNION ALL
    SELECT WHERE (SELECT sum(amount) FROM back WHERE amount > 0) > (SELECT sum(amount) FROM original WHERE amount > 0)
  ) THEN
    RAISE EXCEPTION 'reversals of movement % of the ledger exceed it', NEW.reverses USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_tx_reversal" AFTER INSERT ON "ledger_tx" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.reverses IS NOT NULL) EXECUTE FUNCTION "ledger_check_reversal"();
