-- Agreements of a month may be looked at after its bonuses were paid: a shop that was away at the beginning of a month does both on one
-- day, and the demo's months are seeded as paid. Everything else of a paid month stays refused (docs/product/network.md#periods).
DROP TRIGGER "periods_keep" ON "periods";
--> statement-breakpoint
CREATE TRIGGER "periods_keep" BEFORE UPDATE ON "periods" FOR EACH ROW
  WHEN ((OLD.state <> 'closing' AND (OLD.id, OLD.closed_at, OLD.people, OLD.own_half, OLD.bonus_kop, OLD.leader_kop, OLD.sha256)
      IS DISTINCT FROM (NEW.id, NEW.closed_at, NEW.people, NEW.own_half, NEW.bonus_kop, NEW.leader_kop, NEW.sha256))
    OR (OLD.state = 'closed' AND (NEW.state = 'closing'
      OR (OLD.planned_at IS NOT NULL AND NEW.planned_at IS DISTINCT FROM OLD.planned_at)))
    OR (OLD.state = 'paid' AND ((OLD.state, OLD.planned_at, OLD.paid_at) IS DISTINCT FROM (NEW.state, NEW.planned_at, NEW.paid_at)
      OR (OLD.agreements_at IS NOT NULL AND NEW.agreements_at IS DISTINCT FROM OLD.agreements_at))))
  EXECUTE FUNCTION "period_refuse_change"();
