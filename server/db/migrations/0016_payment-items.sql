ALTER TABLE "payments" ADD COLUMN "items" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "hurried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;