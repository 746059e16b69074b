CREATE TABLE "transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 5001 CACHE 1),
	"kind" text NOT NULL,
	"owner_id" integer NOT NULL,
	"from_type" integer NOT NULL,
	"to_id" integer NOT NULL,
	"amount_kop" bigint NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"code_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"tx_id" bigint,
	"events" jsonb NOT NULL,
	CONSTRAINT "transfers_amount" CHECK ("transfers"."amount_kop" > 0),
	CONSTRAINT "transfers_done" CHECK (("transfers"."state" = 'done') = ("transfers"."tx_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_code_id_contact_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."contact_codes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfers_owner" ON "transfers" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "transfers_to" ON "transfers" USING btree ("to_id","id");--> statement-breakpoint
CREATE INDEX "transfers_waiting" ON "transfers" USING btree ("expires_at") WHERE "transfers"."state" = 'wait_code';