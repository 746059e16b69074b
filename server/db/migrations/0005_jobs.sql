CREATE TABLE "gate_health" (
	"gate" text PRIMARY KEY NOT NULL,
	"worked_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"cause" text
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_outbox_message_id_unique" UNIQUE("message_id")
);
--> statement-breakpoint
CREATE TABLE "outside_calls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key" uuid,
	"started" jsonb NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"status" integer,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "notify_requests" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "mail_outbox_at" ON "mail_outbox" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outside_calls_begun" ON "outside_calls" USING btree ("begun_at");