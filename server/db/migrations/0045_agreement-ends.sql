CREATE TABLE "agreement_ends" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_ends_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"period" integer NOT NULL,
	"step" text NOT NULL,
	"cons_id" integer NOT NULL,
	"heir_id" integer,
	"consultants" integer DEFAULT 0 NOT NULL,
	"clients" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_ends_once" UNIQUE("user_id","period","step")
);
--> statement-breakpoint
ALTER TABLE "periods" ADD COLUMN "agreements_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agreement_ends" ADD CONSTRAINT "agreement_ends_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_ends" ADD CONSTRAINT "agreement_ends_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agreement_ends_number" ON "agreement_ends" USING btree ("cons_id");