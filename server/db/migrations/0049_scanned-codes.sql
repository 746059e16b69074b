CREATE INDEX "products_code_scanned" ON "products" USING btree (upper("code"));--> statement-breakpoint
CREATE INDEX "products_article_scanned" ON "products" USING btree (upper("article"));