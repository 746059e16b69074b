CREATE TABLE "consultant_calls" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consultant_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"consultant_id" integer,
	"user_id" integer,
	"guest_id" uuid,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"topic" integer,
	"product_id" integer,
	"consent_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sponsor_visits" (
	"visitor" text NOT NULL,
	"sponsor_id" integer NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "sponsor_visits_sponsor_id_day_visitor_pk" PRIMARY KEY("sponsor_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "wholesale_applications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wholesale_applications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"company" text NOT NULL,
	"inn" text NOT NULL,
	"phone" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consultant_calls" ADD CONSTRAINT "consultant_calls_consultant_id_users_id_fk" FOREIGN KEY ("consultant_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultant_calls" ADD CONSTRAINT "consultant_calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consultant_calls" ADD CONSTRAINT "consultant_calls_consent_id_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."consents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_visits" ADD CONSTRAINT "sponsor_visits_sponsor_id_users_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_applications" ADD CONSTRAINT "wholesale_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wholesale_applications" ADD CONSTRAINT "wholesale_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consultant_calls_consultant" ON "consultant_calls" USING btree ("consultant_id","created_at");--> statement-breakpoint
CREATE INDEX "consultant_calls_user" ON "consultant_calls" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wholesale_applications_state" ON "wholesale_applications" USING btree ("state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wholesale_applications_waiting" ON "wholesale_applications" USING btree ("user_id") WHERE "wholesale_applications"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "users_name_key" ON "users" USING btree ((translate(lower("name"), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') collate "C")) WHERE "users"."cons_id" is not null and "users"."active";--> statement-breakpoint
CREATE INDEX "users_surname_key" ON "users" USING btree ((translate(lower(split_part("name", ' ', -1) || ' ' || "name"), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') collate "C")) WHERE "users"."cons_id" is not null and "users"."active";--> statement-breakpoint
CREATE INDEX "users_waiting" ON "users" USING btree ("registered_at") WHERE "users"."role" = 'user';