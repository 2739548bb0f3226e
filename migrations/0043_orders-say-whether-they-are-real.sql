ALTER TABLE "order_facts" ADD COLUMN "kind" text DEFAULT 'real' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "live" boolean;--> statement-breakpoint
CREATE INDEX "order_facts_not_real" ON "order_facts" USING btree ("kind","at","number") WHERE "order_facts"."kind" <> 'real';--> statement-breakpoint
CREATE INDEX "order_facts_real" ON "order_facts" USING btree ("number") WHERE "order_facts"."kind" = 'real' and "order_facts"."standing" not in ('not-paid', 'lapsed');--> statement-breakpoint
ALTER TABLE "order_facts" ADD CONSTRAINT "order_kind_is_known" CHECK ("order_facts"."kind" in ('real', 'test', 'sample'));--> statement-breakpoint
-- Of payments at Stripe of before nobody knows which money they moved: they count as real until Stripe says otherwise.
UPDATE payments SET live = false WHERE gateway = 'sandbox';
--> statement-breakpoint
CREATE FUNCTION kind_of_order(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN orders.sample THEN 'sample'
		WHEN coalesce(payments.live, payments.gateway IS DISTINCT FROM 'sandbox') THEN 'real'
		ELSE 'test'
	END
	FROM orders LEFT JOIN payments ON payments.order_number = orders.number WHERE orders.number = wanted
$$;
--> statement-breakpoint
-- Whoever writes the facts of an order writes its kind, whichever function they are.
CREATE FUNCTION note_kind_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.kind := kind_of_order(NEW.number);
	RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_kind_of_order BEFORE INSERT OR UPDATE ON order_facts FOR EACH ROW EXECUTE FUNCTION note_kind_of_order();
--> statement-breakpoint
CREATE FUNCTION note_kind_of_paid_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE order_facts SET kind = kind_of_order(number) WHERE number = NEW.order_number AND kind <> kind_of_order(number);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER note_kind_of_planned_order AFTER INSERT ON payments FOR EACH ROW
	WHEN (NEW.order_number IS NOT NULL) EXECUTE FUNCTION note_kind_of_paid_order();
--> statement-breakpoint
CREATE TRIGGER note_kind_of_paid_order AFTER UPDATE ON payments FOR EACH ROW
	WHEN (NEW.order_number IS NOT NULL
		AND (OLD.order_number, OLD.gateway, OLD.live) IS DISTINCT FROM (NEW.order_number, NEW.gateway, NEW.live))
	EXECUTE FUNCTION note_kind_of_paid_order();
--> statement-breakpoint
UPDATE order_facts SET kind = kind_of_order(number) WHERE kind <> kind_of_order(number);
--> statement-breakpoint
ANALYZE order_facts;
