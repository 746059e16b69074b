ALTER TABLE "products" ADD COLUMN "ean" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "products_ean" ON "products" USING btree ("ean") WHERE "products"."ean" <> '';