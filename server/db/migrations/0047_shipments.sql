CREATE TABLE "carrier_shipments" (
	"parcel_id" integer PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"ref" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "carrier_shipments_ref" UNIQUE("carrier","ref")
);
--> statement-breakpoint
CREATE TABLE "carrier_statuses" (
	"parcel_id" integer NOT NULL,
	"code" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"words" text NOT NULL,
	"meaning" text,
	CONSTRAINT "carrier_statuses_parcel_id_code_at_pk" PRIMARY KEY("parcel_id","code","at")
);
--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "units" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_shipments" ADD CONSTRAINT "carrier_shipments_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carrier_statuses" ADD CONSTRAINT "carrier_statuses_parcel_id_carrier_shipments_parcel_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."carrier_shipments"("parcel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carrier_shipments_open" ON "carrier_shipments" USING btree ("checked_at") WHERE "carrier_shipments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "parcels_returned" ON "parcels" USING btree ("order_id") WHERE "parcels"."state" = 'returned';