ALTER TABLE "product_sources" ADD COLUMN "withheld" text;--> statement-breakpoint
CREATE INDEX "product_pictures_url" ON "product_pictures" USING btree ("source_url");--> statement-breakpoint
CREATE INDEX "product_sources_product" ON "product_sources" USING btree ("product_id");