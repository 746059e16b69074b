CREATE TABLE "period_people" (
	"period" integer NOT NULL,
	"user_id" integer NOT NULL,
	"pos" integer NOT NULL,
	"parent_pos" integer NOT NULL,
	"own_half" integer NOT NULL,
	"group_half" bigint NOT NULL,
	"amount_kop" bigint NOT NULL,
	"status" integer NOT NULL,
	"percent" integer NOT NULL,
	"title" integer NOT NULL,
	"bonus_kop" bigint NOT NULL,
	"leader_kop" bigint NOT NULL,
	CONSTRAINT "period_people_period_user_id_pk" PRIMARY KEY("period","user_id"),
	CONSTRAINT "period_people_pos" UNIQUE("period","pos")
) PARTITION BY LIST ("period");
--> statement-breakpoint
CREATE TABLE "periods" (
	"id" integer PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"closed_at" timestamp with time zone,
	"people" integer,
	"own_half" bigint,
	"bonus_kop" bigint,
	"leader_kop" bigint,
	"sha256" text
);
--> statement-breakpoint
-- What drizzle cannot say of closed months (docs/product/network.md#periods, docs/decisions/333).
-- 1 a closed month is never changed, 2 its partition.

-- 1
CREATE FUNCTION "period_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a closed period is never changed: % of % is refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "period_people_keep" BEFORE UPDATE OR DELETE ON "period_people" FOR EACH ROW EXECUTE FUNCTION "period_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "periods_keep" BEFORE UPDATE ON "periods" FOR EACH ROW
  WHEN (OLD.state <> 'closing' AND (NEW.state = 'closing' OR
    (OLD.id, OLD.closed_at, OLD.people, OLD.own_half, OLD.bonus_kop, OLD.leader_kop, OLD.sha256)
      IS DISTINCT FROM (NEW.id, NEW.closed_at, NEW.people, NEW.own_half, NEW.bonus_kop, NEW.leader_kop, NEW.sha256)))
  EXECUTE FUNCTION "period_refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "periods_stay" BEFORE DELETE ON "periods" FOR EACH ROW WHEN (OLD.state <> 'closing') EXECUTE FUNCTION "period_refuse_change"();
--> statement-breakpoint

-- 2 Rows come in while the month is being closed, and never again.
CREATE FUNCTION "period_people_refuse_late"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM periods p WHERE p.id IN (SELECT DISTINCT n.period FROM new_rows n) AND p.state = 'closed') THEN
    RAISE EXCEPTION 'a closed period is never changed: INSERT of % is refused', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "period_people_open"("closing" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'period_people_' || closing;
BEGIN
  -- Two that close the same month.
  PERFORM pg_advisory_xact_lock(7114);
  IF to_regclass(part) IS NOT NULL THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF period_people FOR VALUES IN (%s)', part, closing);
  EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION period_refuse_change()', part || '_keep', part);
END $$;
--> statement-breakpoint
CREATE TRIGGER "period_people_once" AFTER INSERT ON "period_people" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "period_people_refuse_late"();
