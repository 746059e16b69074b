ALTER TABLE "orders" ADD COLUMN "deferred_told" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_deferred" ON "orders" USING btree ("status_at") WHERE "orders"."status" = 8;