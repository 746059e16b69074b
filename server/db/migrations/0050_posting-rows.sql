DROP INDEX "bonus_rows_tx";--> statement-breakpoint
-- Rows that are changed soon after they were written find room beside themselves, so no index has to follow them.
ALTER TABLE "bonus_rows" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "accounts" SET (fillfactor = 70);
