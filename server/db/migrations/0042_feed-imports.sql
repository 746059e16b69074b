CREATE TABLE "feed_import_rows" (
	"import_id" integer NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"line" integer NOT NULL,
	"offer_id" text NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "feed_import_rows_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "feed_imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author_id" integer NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"options" jsonb NOT NULL,
	"packed" "bytea",
	"state" text NOT NULL,
	"progress" text DEFAULT '' NOT NULL,
	"error" text,
	"report" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "feed_import_rows" ADD CONSTRAINT "feed_import_rows_import_id_feed_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."feed_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_imports" ADD CONSTRAINT "feed_imports_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feed_import_rows_kind" ON "feed_import_rows" USING btree ("import_id","kind","n");--> statement-breakpoint
CREATE INDEX "feed_imports_created" ON "feed_imports" USING btree ("created_at");