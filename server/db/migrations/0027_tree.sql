CREATE TABLE "tree" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"path" "bytea" NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tree_breaks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tree_breaks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"user_id" integer,
	"what" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tree" ADD CONSTRAINT "tree_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tree_xid" ON "tree" USING btree ("xid");--> statement-breakpoint
CREATE INDEX "tree_breaks_xid" ON "tree_breaks" USING btree ("xid");
--> statement-breakpoint
-- What drizzle cannot say of the structure (docs/product/network.md#structure, docs/decisions/331).
-- 1 indexes, 2 reading paths, 3 joining, moving, leaving, 4 triggers, 5 who is here already.

-- 1 An index row may hold some 2,700 bytes, which is why the structure ends at 600 generations.
CREATE UNIQUE INDEX "tree_path" ON "tree" ("path") INCLUDE ("user_id");
--> statement-breakpoint
CREATE INDEX "points_events_period" ON "points_events" ("period", "user_id") INCLUDE ("half", "amount_kop");
--> statement-breakpoint

-- 2 A sponsor who is no consultant is none: the person stands at the top.
CREATE FUNCTION "tree_path_below"("above_id" integer, "own_id" integer) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT path FROM tree WHERE user_id = above_id), ''::bytea) || int4send(own_id)
$$;
--> statement-breakpoint

-- 3 Newcomers hold lock 7113 together, a branch that moves holds it alone: nobody joins a place that is going away.
CREATE FUNCTION "tree_move"("moved_id" integer, "above_id" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was bytea;
  will bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(7113);
  SELECT path INTO was FROM tree WHERE user_id = moved_id;
  will := tree_path_below(above_id, moved_id);
  IF was IS NULL THEN
    -- Not there yet: freed from a circle that came in beside the triggers.
    PERFORM tree_join(moved_id, above_id);
    RETURN;
  ELSIF was = will THEN
    RETURN;
  END IF;
  IF substr(will, 1, length(was)) = was THEN
    RAISE EXCEPTION 'В структуре получился бы круг: % стоит ниже %', above_id, moved_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_no_circle';
  END IF;
  UPDATE tree SET path = will || substr(path, length(was) + 1) WHERE path >= was AND path < was || '\xff'::bytea;
  IF (SELECT max(length(path)) FROM tree WHERE path >= will AND path < will || '\xff'::bytea) > 2400 THEN
    RAISE EXCEPTION 'Структура глубже 600 линий не ведётся' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_depth';
  END IF;
  INSERT INTO tree_breaks (user_id, what) VALUES (moved_id, 'moved');
END $$;
--> statement-breakpoint
CREATE FUNCTION "tree_join"("own_id" integer, "above_id" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own bytea;
  below integer;
BEGIN
  IF own_id = above_id THEN
    RAISE EXCEPTION 'Участник % не может быть своим спонсором', own_id USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_no_circle';
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7113);
  own := tree_path_below(above_id, own_id);
  IF length(own) > 2400 THEN
    RAISE EXCEPTION 'Структура глубже 600 линий не ведётся' USING ERRCODE = 'check_violation', CONSTRAINT = 'tree_depth';
  END IF;
  INSERT INTO tree (user_id, path) VALUES (own_id, own) ON CONFLICT (user_id) DO NOTHING;
  -- Those who have named this sponsor before he was a consultant.
  FOR below IN SELECT u.id FROM users u JOIN tree t ON t.user_id = u.id WHERE u.sponsor_id = own_id AND u.id <> own_id LOOP
    PERFORM tree_move(below, own_id);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION "tree_leave"("own_id" integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  below integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7113);
  FOR below IN SELECT u.id FROM users u JOIN tree t ON t.user_id = u.id WHERE u.sponsor_id = own_id AND u.id <> own_id LOOP
    PERFORM tree_move(below, NULL);
  END LOOP;
  DELETE FROM tree WHERE user_id = own_id;
  INSERT INTO tree_breaks (user_id, what) VALUES (own_id, 'left');
END $$;
--> statement-breakpoint

-- 4
CREATE FUNCTION "tree_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tree_leave(OLD.id);
    RETURN OLD;
  ELSIF NEW.cons_id IS NULL THEN
    PERFORM tree_leave(NEW.id);
  ELSIF TG_OP = 'INSERT' OR OLD.cons_id IS NULL THEN
    PERFORM tree_join(NEW.id, NEW.sponsor_id);
  ELSE
    PERFORM tree_move(NEW.id, NEW.sponsor_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_join_tree" AFTER INSERT ON "users" FOR EACH ROW WHEN (NEW.cons_id IS NOT NULL) EXECUTE FUNCTION "tree_follow"();
--> statement-breakpoint
CREATE TRIGGER "users_change_tree" AFTER UPDATE OF "cons_id", "sponsor_id" ON "users" FOR EACH ROW
  WHEN ((OLD.cons_id IS NULL) <> (NEW.cons_id IS NULL) OR (NEW.cons_id IS NOT NULL AND OLD.sponsor_id IS DISTINCT FROM NEW.sponsor_id))
  EXECUTE FUNCTION "tree_follow"();
--> statement-breakpoint
CREATE TRIGGER "users_leave_tree" BEFORE DELETE ON "users" FOR EACH ROW WHEN (OLD.cons_id IS NOT NULL) EXECUTE FUNCTION "tree_follow"();
--> statement-breakpoint

-- 5 People in a circle are reached from nowhere and stay outside; `npm run tree-check` names them.
INSERT INTO "tree" ("user_id", "path")
WITH RECURSIVE below AS (
  SELECT u.id, int4send(u.id) AS path FROM users u
  WHERE u.cons_id IS NOT NULL AND NOT EXISTS (SELECT FROM users s WHERE s.id = u.sponsor_id AND s.cons_id IS NOT NULL)
  UNION ALL
  SELECT u.id, b.path || int4send(u.id) FROM below b JOIN users u ON u.sponsor_id = b.id WHERE u.cons_id IS NOT NULL
)
SELECT id, path FROM below;
