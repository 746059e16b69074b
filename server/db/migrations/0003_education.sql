CREATE TABLE "course_certificates" (
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "course_certificates_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "course_certificates_user_id_course_id_pk" PRIMARY KEY("user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "course_files" (
	"sha256" text PRIMARY KEY NOT NULL,
	"ext" text NOT NULL,
	"audience" integer DEFAULT 0 NOT NULL,
	"bytes" bigint NOT NULL,
	"body" "bytea",
	"body_br" "bytea",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"dropped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "course_uses" (
	"course_id" integer NOT NULL,
	"sha256" text NOT NULL,
	"use" text NOT NULL,
	"audience" integer NOT NULL,
	CONSTRAINT "course_uses_course_id_sha256_use_pk" PRIMARY KEY("course_id","sha256","use")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"audience" text NOT NULL,
	"cover" text,
	"has_certificate" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_watches" (
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"watched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lesson_watches_user_id_lesson_id_pk" PRIMARY KEY("user_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" integer PRIMARY KEY NOT NULL,
	"course_id" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"minutes" integer NOT NULL,
	"updated" text NOT NULL,
	"html" text NOT NULL,
	"products" text[] DEFAULT '{}'::text[] NOT NULL,
	"video" jsonb,
	"quiz_version" integer,
	"package_sha" text NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"lesson_id" integer NOT NULL,
	"version" integer NOT NULL,
	"answers" jsonb NOT NULL,
	"percent" integer NOT NULL,
	"passed" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_attempts_percent" CHECK ("quiz_attempts"."percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "quiz_versions" (
	"lesson_id" integer NOT NULL,
	"version" integer NOT NULL,
	"content_sha" text NOT NULL,
	"pass_percent" integer NOT NULL,
	"questions" jsonb NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "quiz_versions_lesson_id_version_pk" PRIMARY KEY("lesson_id","version")
);
--> statement-breakpoint
ALTER TABLE "course_certificates" ADD CONSTRAINT "course_certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_certificates" ADD CONSTRAINT "course_certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_uses" ADD CONSTRAINT "course_uses_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_uses" ADD CONSTRAINT "course_uses_sha256_course_files_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."course_files"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_watches" ADD CONSTRAINT "lesson_watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_watches" ADD CONSTRAINT "lesson_watches_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_versions" ADD CONSTRAINT "quiz_versions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "course_certificates_number" ON "course_certificates" USING btree ("number");--> statement-breakpoint
CREATE INDEX "course_uses_file" ON "course_uses" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "lessons_course" ON "lessons" USING btree ("course_id","position");--> statement-breakpoint
CREATE INDEX "quiz_attempts_person" ON "quiz_attempts" USING btree ("user_id","lesson_id","at");