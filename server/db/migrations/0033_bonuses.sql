CREATE TABLE "bonus_corrections" (
	"run_id" bigint NOT NULL,
	"user_id" integer NOT NULL,
	"batch" integer NOT NULL,
	"diff_kop" bigint NOT NULL,
	"tx_id" bigint,
	CONSTRAINT "bonus_corrections_run_id_user_id_pk" PRIMARY KEY("run_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "bonus_disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bonus_disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"period" integer NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_by" integer,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bonus_rows" (
	"period" integer NOT NULL,
	"user_id" integer NOT NULL,
	"batch" integer NOT NULL,
	"bonus_kop" bigint NOT NULL,
	"leader_kop" bigint NOT NULL,
	"carry_in_kop" bigint NOT NULL,
	"carry_out_kop" bigint NOT NULL,
	"tx_id" bigint,
	CONSTRAINT "bonus_rows_period_user_id_pk" PRIMARY KEY("period","user_id")
);
--> statement-breakpoint
CREATE TABLE "correction_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "correction_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"period" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "late_returns" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "period_approvals" (
	"period" integer NOT NULL,
	"user_id" integer NOT NULL,
	"sha256" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "period_approvals_period_user_id_pk" PRIMARY KEY("period","user_id")
);
--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "planned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bonus_corrections" ADD CONSTRAINT "bonus_corrections_run_id_correction_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."correction_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_corrections" ADD CONSTRAINT "bonus_corrections_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_disputes" ADD CONSTRAINT "bonus_disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_disputes" ADD CONSTRAINT "bonus_disputes_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_rows" ADD CONSTRAINT "bonus_rows_period_periods_id_fk" FOREIGN KEY ("period") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bonus_rows" ADD CONSTRAINT "bonus_rows_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "correction_runs" ADD CONSTRAINT "correction_runs_period_periods_id_fk" FOREIGN KEY ("period") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_returns" ADD CONSTRAINT "late_returns_event_id_points_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."points_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_returns" ADD CONSTRAINT "late_returns_run_id_correction_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."correction_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_approvals" ADD CONSTRAINT "period_approvals_period_periods_id_fk" FOREIGN KEY ("period") REFERENCES "public"."periods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "period_approvals" ADD CONSTRAINT "period_approvals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bonus_corrections_person" ON "bonus_corrections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "bonus_corrections_tx" ON "bonus_corrections" USING btree ("tx_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bonus_disputes_open" ON "bonus_disputes" USING btree ("user_id","period") WHERE "bonus_disputes"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "bonus_disputes_at" ON "bonus_disputes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "bonus_rows_batch" ON "bonus_rows" USING btree ("period","batch");--> statement-breakpoint
CREATE INDEX "bonus_rows_person" ON "bonus_rows" USING btree ("user_id","period");--> statement-breakpoint
CREATE INDEX "bonus_rows_tx" ON "bonus_rows" USING btree ("tx_id");--> statement-breakpoint
-- What drizzle cannot say of bonuses (docs/product/network.md#posting, docs/decisions/385).
-- 1 the house account of what is carried, 2 a paid month is over, 3 rows change once: when their movement is written.

-- 1
INSERT INTO "accounts" ("id", "type") VALUES (6, 6);
--> statement-breakpoint

-- 2 Closed becomes paid, and is planned once; nothing else of it changes.
DROP TRIGGER "periods_keep" ON "periods";
--> statement-breakpoint
CREATE TRIGGER "periods_keep" BEFORE UPDATE ON "periods" FOR EACH ROW
  WHEN (OLD.state = 'paid' OR (OLD.state = 'closed' AND (NEW.state = 'closing'
    OR (OLD.planned_at IS NOT NULL AND NEW.planned_at IS DISTINCT FROM OLD.planned_at)
    OR (OLD.id, OLD.closed_at, OLD.people, OLD.own_half, OLD.bonus_kop, OLD.leader_kop, OLD.sha256)
      IS DISTINCT FROM (NEW.id, NEW.closed_at, NEW.people, NEW.own_half, NEW.bonus_kop, NEW.leader_kop, NEW.sha256))))
  EXECUTE FUNCTION "period_refuse_change"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "period_people_refuse_late"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM periods p WHERE p.id IN (SELECT DISTINCT n.period FROM new_rows n) AND p.state <> 'closing') THEN
    RAISE EXCEPTION 'a closed period is never changed: INSERT of % is refused', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint

-- 3
CREATE FUNCTION "bonus_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what a month pays is never changed: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "bonus_rows_keep" BEFORE UPDATE ON "bonus_rows" FOR EACH ROW
  WHEN (OLD.tx_id IS NOT NULL OR (OLD.period, OLD.user_id, OLD.batch, OLD.bonus_kop, OLD.leader_kop, OLD.carry_in_kop, OLD.carry_out_kop)
    IS DISTINCT FROM (NEW.period, NEW.user_id, NEW.batch, NEW.bonus_kop, NEW.leader_kop, NEW.carry_in_kop, NEW.carry_out_kop))
  EXECUTE FUNCTION "bonus_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "bonus_rows_stay" BEFORE DELETE OR TRUNCATE ON "bonus_rows" FOR EACH STATEMENT EXECUTE FUNCTION "bonus_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "bonus_corrections_keep" BEFORE UPDATE ON "bonus_corrections" FOR EACH ROW
  WHEN (OLD.tx_id IS NOT NULL OR (OLD.run_id, OLD.user_id, OLD.batch, OLD.diff_kop) IS DISTINCT FROM (NEW.run_id, NEW.user_id, NEW.batch, NEW.diff_kop))
  EXECUTE FUNCTION "bonus_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "bonus_corrections_stay" BEFORE DELETE OR TRUNCATE ON "bonus_corrections" FOR EACH STATEMENT EXECUTE FUNCTION "bonus_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "period_approvals_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "period_approvals" FOR EACH STATEMENT EXECUTE FUNCTION "bonus_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "late_returns_stay" BEFORE UPDATE OR DELETE OR TRUNCATE ON "late_returns" FOR EACH STATEMENT EXECUTE FUNCTION "bonus_refuse_change"();
