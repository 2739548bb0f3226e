-- contract: the former release reads these columns through Drizzle's integers, which parse digits, and sums them as float8; it writes what fits.
ALTER TABLE "balance_entries" ALTER COLUMN "amount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "balance_entries" ALTER COLUMN "fee_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "balance_entries" ALTER COLUMN "expected_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "amount_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "link_round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "link_round" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Ends the links in all letters about an order whose e-mail address becomes another one: their signatures name an earlier round.
CREATE OR REPLACE FUNCTION raise_link_round() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.link_round := OLD.link_round + 1;
	RETURN NEW;
END;
$$;

--> statement-breakpoint
CREATE TRIGGER "raise_link_round" BEFORE UPDATE OF "email" ON "orders" FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION raise_link_round();
