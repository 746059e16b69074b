CREATE TABLE "operator_points" (
	"user_id" integer NOT NULL,
	"delivery_type" integer NOT NULL,
	"point_id" text NOT NULL,
	CONSTRAINT "operator_points_user_id_delivery_type_point_id_pk" PRIMARY KEY("user_id","delivery_type","point_id")
);
--> statement-breakpoint
CREATE TABLE "sponsor_moves" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sponsor_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"from_id" integer,
	"to_id" integer NOT NULL,
	"period" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" integer NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "readonly_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "readonly_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "granted" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "withheld" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "desk_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "operator_points" ADD CONSTRAINT "operator_points_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_points" ADD CONSTRAINT "operator_points_point" FOREIGN KEY ("delivery_type","point_id") REFERENCES "public"."pickup_points"("delivery_type","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_moves" ADD CONSTRAINT "sponsor_moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_moves" ADD CONSTRAINT "sponsor_moves_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_moves" ADD CONSTRAINT "sponsor_moves_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_moves" ADD CONSTRAINT "sponsor_moves_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_points_by_point" ON "operator_points" USING btree ("delivery_type","point_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sponsor_moves_waiting" ON "sponsor_moves" USING btree ("user_id") WHERE "sponsor_moves"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "sponsor_moves_due" ON "sponsor_moves" USING btree ("period") WHERE "sponsor_moves"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "sponsor_moves_to" ON "sponsor_moves" USING btree ("to_id") WHERE "sponsor_moves"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id");