ALTER TABLE "orders" ADD COLUMN "shipment_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipment_id_orders_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_shipment" ON "orders" USING btree ("shipment_id") WHERE "orders"."shipment_id" is not null;