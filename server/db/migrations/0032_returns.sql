CREATE TABLE "return_lines" (
	"return_id" integer NOT NULL,
	"line_id" integer NOT NULL,
	"pieces" integer NOT NULL,
	"reason" text NOT NULL,
	"is_unopened" boolean NOT NULL,
	"received" integer,
	"on_sale" integer,
	CONSTRAINT "return_lines_return_id_line_id_pk" PRIMARY KEY("return_id","line_id"),
	CONSTRAINT "return_lines_pieces" CHECK ("return_lines"."pieces" > 0 and "return_lines"."received" between 0 and "return_lines"."pieces"),
	CONSTRAINT "return_lines_on_sale" CHECK ("return_lines"."on_sale" between 0 and coalesce("return_lines"."received", 0))
);
--> statement-breakpoint
CREATE TABLE "return_photos" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"return_id" integer
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"words" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"received_site" text,
	"receiver_id" integer,
	"source_kop" integer,
	"accounts_kop" integer,
	CONSTRAINT "returns_number" UNIQUE("order_id","number")
);
--> statement-breakpoint
ALTER TABLE "photos" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_photos" ADD CONSTRAINT "return_photos_return_id_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_receiver_id_users_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "return_lines_line" ON "return_lines" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "return_photos_order" ON "return_photos" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("state","id") WHERE "returns"."state" in ('asked', 'approved', 'received');