CREATE TABLE "marking_codes" (
	"unit" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"line_id" integer NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_proxies" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"recipient_name" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "point_orders" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"site" text NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	"arrived_by" integer,
	"keep_until" timestamp with time zone NOT NULL,
	"reminders" integer DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"wrong_tries" integer DEFAULT 0 NOT NULL,
	"locks" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"handed_at" timestamp with time zone,
	"handed_by" integer,
	"handed_to" text,
	"shift_id" integer,
	"left_at" timestamp with time zone,
	"left_by" integer,
	CONSTRAINT "point_orders_end" CHECK ("point_orders"."handed_at" is null or "point_orders"."left_at" is null)
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"site" text NOT NULL,
	"opened_by" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" integer,
	"expected" integer,
	"counted" integer,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "marking_codes" ADD CONSTRAINT "marking_codes_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_proxies" ADD CONSTRAINT "order_proxies_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_orders" ADD CONSTRAINT "point_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_orders" ADD CONSTRAINT "point_orders_arrived_by_users_id_fk" FOREIGN KEY ("arrived_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_orders" ADD CONSTRAINT "point_orders_handed_by_users_id_fk" FOREIGN KEY ("handed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_orders" ADD CONSTRAINT "point_orders_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_orders" ADD CONSTRAINT "point_orders_left_by_users_id_fk" FOREIGN KEY ("left_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marking_codes_line" ON "marking_codes" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "point_orders_waiting" ON "point_orders" USING btree ("site","order_id") WHERE "point_orders"."handed_at" is null and "point_orders"."left_at" is null;--> statement-breakpoint
CREATE INDEX "point_orders_due" ON "point_orders" USING btree ("keep_until") WHERE "point_orders"."handed_at" is null and "point_orders"."left_at" is null;--> statement-breakpoint
CREATE INDEX "point_orders_arrived" ON "point_orders" USING btree ("site","arrived_at");--> statement-breakpoint
CREATE INDEX "point_orders_handed" ON "point_orders" USING btree ("site","handed_at") WHERE "point_orders"."handed_at" is not null;--> statement-breakpoint
CREATE INDEX "point_orders_left" ON "point_orders" USING btree ("site","left_at") WHERE "point_orders"."left_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_open" ON "shifts" USING btree ("site") WHERE "shifts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "shifts_site" ON "shifts" USING btree ("site","opened_at");--> statement-breakpoint
CREATE INDEX "orders_recipient_name" ON "orders" USING btree ((translate(lower("recipient_name"), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') collate "C"));--> statement-breakpoint
CREATE INDEX "orders_recipient_surname" ON "orders" USING btree ((translate(lower(split_part("recipient_name", ' ', -1) || ' ' || "recipient_name"), 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯё', 'абвгдеежзийклмнопрстуфхцчшщъыьэюяе') collate "C"));--> statement-breakpoint
CREATE INDEX "orders_phone_tail" ON "orders" USING btree (right("recipient_phone", 4));