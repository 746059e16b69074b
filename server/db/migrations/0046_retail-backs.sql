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
ALTER TABLE "retail_backs" ADD CONSTRAINT "retail_backs_order_id_retail_income_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."retail_income"("order_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_backs" ADD CONSTRAINT "retail_backs_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;