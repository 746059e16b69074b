DROP INDEX "parcels_track";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "first_shown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "boxes" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "inside_id" integer;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_inside_id_parcels_id_fk" FOREIGN KEY ("inside_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "parcels_inside" ON "parcels" USING btree ("inside_id") WHERE "parcels"."inside_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "parcels_track" ON "parcels" USING btree ("track") WHERE "parcels"."track" is not null and "parcels"."inside_id" is null;--> statement-breakpoint
-- Whoever shows a product, by whatever way, leaves the day of it: afterwards its address is gone, not unknown.
CREATE FUNCTION "products_keep_first_shown"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW."first_shown_at" := now(); RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER "products_first_shown_new" BEFORE INSERT ON "products" FOR EACH ROW WHEN (NEW."published" AND NEW."first_shown_at" IS NULL) EXECUTE FUNCTION "products_keep_first_shown"();--> statement-breakpoint
CREATE TRIGGER "products_first_shown_again" BEFORE UPDATE OF "published" ON "products" FOR EACH ROW WHEN (NEW."published" AND NEW."first_shown_at" IS NULL) EXECUTE FUNCTION "products_keep_first_shown"();--> statement-breakpoint
-- What is shown now was shown; of what is hidden only a sale proves that somebody saw it.
UPDATE "products" SET "first_shown_at" = now() WHERE "published" OR EXISTS (SELECT FROM "order_lines" WHERE "order_lines"."product_id" = "products"."id");
