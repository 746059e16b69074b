CREATE TABLE "agreement_ends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_ends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"period" integer NOT NULL,
	"step" text NOT NULL,
	"cons_id" integer NOT NULL,
	"heir_id" integer,
	"consultants" integer DEFAULT 0 NOT NULL,
	"clients" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_ends_once" UNIQUE("user_id","period","step")
);
--> statement-breakpoint
CREATE TABLE "retail_backs" (
	"order_id" integer NOT NULL,
	"place" integer NOT NULL,
	"amount_kop" bigint NOT NULL,
	"tx_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "retail_backs_order_id_place_pk" PRIMARY KEY("order_id","place"),
	CONSTRAINT "retail_backs_taken" CHECK ("retail_backs"."amount_kop" > 0)
);
--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "agreements_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agreement_ends" ADD CONSTRAINT "agreement_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_ends" ADD CONSTRAINT "agreement_ends_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_backs" ADD CONSTRAINT "retail_backs_order_id_retail_income_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."retail_income"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_backs" ADD CONSTRAINT "retail_backs_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_ends_number" ON "agreement_ends" USING btree ("cons_id");