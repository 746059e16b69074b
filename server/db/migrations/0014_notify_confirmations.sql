CREATE TABLE "notify_confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notify_confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"contact" text NOT NULL,
	"letters" integer DEFAULT 1 NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "notify_confirmations_contact_unique" UNIQUE("contact")
);
--> statement-breakpoint
CREATE TABLE "notify_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"confirmation_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notify_requests" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notify_links" ADD CONSTRAINT "notify_links_confirmation_id_notify_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."notify_confirmations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notify_confirmations_expires" ON "notify_confirmations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "notify_links_confirmation" ON "notify_links" USING btree ("confirmation_id");--> statement-breakpoint
CREATE INDEX "notify_contact" ON "notify_requests" USING btree ("contact");