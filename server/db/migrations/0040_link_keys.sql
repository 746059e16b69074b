CREATE TABLE "link_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL
);
