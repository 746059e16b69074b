ALTER TABLE "sessions" ADD COLUMN "pending" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "pending_at" timestamp with time zone;