CREATE TABLE "call_limits" (
	"bucket" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL
);
