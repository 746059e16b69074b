CREATE TABLE "retail_income" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"amount_kop" bigint NOT NULL,
	"parts" jsonb NOT NULL,
	"tx_id" bigint,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "retail_income_posted" CHECK ("retail_income"."amount_kop" >= 0 and ("retail_income"."amount_kop" > 0) = ("retail_income"."tx_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "retail_income" ADD CONSTRAINT "retail_income_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_income" ADD CONSTRAINT "retail_income_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_income" ADD CONSTRAINT "retail_income_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retail_income_user" ON "retail_income" USING btree ("user_id");