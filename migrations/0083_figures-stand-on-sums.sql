CREATE TABLE "ledger_goods_by_month" (
	"month" date NOT NULL,
	"product_id" text,
	"variant_id" integer,
	"category" text,
	"size" text,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" integer NOT NULL,
	"discounts" integer NOT NULL,
	"returns" integer NOT NULL,
	"changes" integer NOT NULL,
	"goodwill" integer NOT NULL,
	"delivery" integer NOT NULL,
	"fees" integer NOT NULL,
	"tax" integer NOT NULL,
	"cost" integer NOT NULL,
	"net_with_cost" integer NOT NULL,
	"last_sold" date,
	CONSTRAINT "one_sum_of_goods_per_month" UNIQUE NULLS NOT DISTINCT("month","product_id","variant_id","category","size")
);
--> statement-breakpoint
CREATE TABLE "ledger_summed" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until" integer DEFAULT 0 NOT NULL,
	"method" integer DEFAULT 0 NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_is_summed_once" CHECK ("ledger_summed"."only")
);
--> statement-breakpoint
CREATE TABLE "ledger_sums_by_day" (
	"day" date NOT NULL,
	"code" text NOT NULL,
	"state" text NOT NULL,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" bigint NOT NULL,
	"returns" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"goodwill" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"net_with_cost" bigint NOT NULL,
	CONSTRAINT "ledger_sums_by_day_day_code_state_pk" PRIMARY KEY("day","code","state")
);
--> statement-breakpoint
CREATE TABLE "ledger_tax_by_month" (
	"month" date NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"sales" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"events" integer NOT NULL,
	CONSTRAINT "ledger_tax_by_month_month_state_kind_pk" PRIMARY KEY("month","state","kind")
);
--> statement-breakpoint
-- No row of these sums is cleared by itself: whatever takes rows out of the ledger has all of them made anew.
INSERT INTO start_clears (name, place, condition) VALUES ('ledger_goods_by_month', 86, 'false');
--> statement-breakpoint
-- Whoever writes the ledger holds this lock with others until the rows are committed. In a moment in which nobody holds it, all rows up to the last id
-- are there for good: ids are drawn before rows are committed, and not in their order.
CREATE FUNCTION hold_end_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock_shared(hashtextextended('sale_events', 0));
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER hold_end_of_ledger BEFORE INSERT ON sale_events FOR EACH STATEMENT EXECUTE FUNCTION hold_end_of_ledger();
--> statement-breakpoint
-- Rows of the ledger that are changed or taken out, as by "Start for real", are in no stored sum any more: from this moment on none is read, and the
-- next time the ledger is summed they are made anew.
CREATE FUNCTION forget_sums_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE ledger_summed SET until = 0;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER forget_sums_of_ledger AFTER UPDATE OR DELETE OR TRUNCATE ON sale_events FOR EACH STATEMENT EXECUTE FUNCTION forget_sums_of_ledger();
