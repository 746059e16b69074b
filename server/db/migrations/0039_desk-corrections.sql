CREATE TABLE "desk_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "desk_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner_id" integer NOT NULL,
	"account_type" integer NOT NULL,
	"amount_kop" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decision" text,
	"tx_id" bigint,
	CONSTRAINT "desk_corrections_amount" CHECK ("desk_corrections"."amount_kop" <> 0),
	CONSTRAINT "desk_corrections_type" CHECK ("desk_corrections"."account_type" in (0, 1, 2)),
	CONSTRAINT "desk_corrections_state" CHECK ("desk_corrections"."state" in ('waiting', 'done', 'refused')),
	CONSTRAINT "desk_corrections_two" CHECK (("desk_corrections"."state" = 'waiting') = ("desk_corrections"."decided_by" is null) and "desk_corrections"."decided_by" is distinct from "desk_corrections"."asked_by"
        and "desk_corrections"."asked_by" <> "desk_corrections"."owner_id" and "desk_corrections"."decided_by" is distinct from "desk_corrections"."owner_id"),
	CONSTRAINT "desk_corrections_posted" CHECK (("desk_corrections"."state" = 'done') = ("desk_corrections"."tx_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "desk_corrections" ADD CONSTRAINT "desk_corrections_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_corrections" ADD CONSTRAINT "desk_corrections_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_corrections" ADD CONSTRAINT "desk_corrections_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_corrections" ADD CONSTRAINT "desk_corrections_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_corrections_waiting" ON "desk_corrections" USING btree ("id") WHERE state = 'waiting';