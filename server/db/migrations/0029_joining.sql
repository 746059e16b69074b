ALTER TABLE "users" ADD COLUMN "taken_by" integer;--> statement-breakpoint
CREATE INDEX "orders_guest_phone" ON "orders" USING btree ("recipient_phone") WHERE "orders"."user_id" is null;--> statement-breakpoint
CREATE INDEX "orders_guest_email" ON "orders" USING btree (lower("recipient_email")) WHERE "orders"."user_id" is null;--> statement-breakpoint
CREATE INDEX "users_taken_by" ON "users" USING btree ("taken_by") WHERE "users"."taken_by" is not null;