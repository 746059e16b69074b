CREATE TABLE "delivery_quotes" (
	"owner" text NOT NULL,
	"delivery_type" integer NOT NULL,
	"fingerprint" text NOT NULL,
	"cost_kop" integer,
	"cost_gate_kop" integer,
	"days_min" integer,
	"days_max" integer,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_quotes_owner_delivery_type_fingerprint_pk" PRIMARY KEY("owner","delivery_type","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "pickup_points" (
	"delivery_type" integer NOT NULL,
	"id" text NOT NULL,
	"gate_type" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country_id" integer NOT NULL,
	"city_id" integer,
	"post_index" text DEFAULT '' NOT NULL,
	"lat" double precision NOT NULL,
	"lon" double precision NOT NULL,
	"schedule" text NOT NULL,
	"hours" jsonb,
	"utc_offset" integer NOT NULL,
	"phone" text,
	"max_grams" integer,
	"pay_card" boolean DEFAULT true NOT NULL,
	"pay_cash" boolean DEFAULT true NOT NULL,
	"note" text,
	"rate" jsonb,
	"is_demo" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "pickup_points_delivery_type_id_pk" PRIMARY KEY("delivery_type","id")
);
--> statement-breakpoint
CREATE INDEX "delivery_quotes_at" ON "delivery_quotes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "pickup_points_city" ON "pickup_points" USING btree ("city_id","delivery_type") WHERE "pickup_points"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "pickup_points_place" ON "pickup_points" USING btree ("delivery_type","lat","lon") WHERE "pickup_points"."closed_at" is null;