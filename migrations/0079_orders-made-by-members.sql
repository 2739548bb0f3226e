CREATE TABLE "made_orders" (
	"order_number" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"came_by" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"beyond_half" boolean DEFAULT false NOT NULL,
	"free_delivery" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"given_cents" integer DEFAULT 0 NOT NULL,
	"again_of" text,
	"letters" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "made_orders_again_of_unique" UNIQUE("again_of"),
	CONSTRAINT "made_order_came_by_is_known" CHECK ("made_orders"."came_by" in ('phone', 'mail', 'fair')),
	CONSTRAINT "made_order_gives_something" CHECK ("made_orders"."given_cents" >= 0),
	CONSTRAINT "made_order_ends_later" CHECK ("made_orders"."ends_at" > "made_orders"."at")
);
--> statement-breakpoint
CREATE TABLE "reduced_lines" (
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"listed_cents" integer NOT NULL,
	CONSTRAINT "reduced_lines_order_number_position_pk" PRIMARY KEY("order_number","position"),
	CONSTRAINT "listed_price_is_positive" CHECK ("reduced_lines"."listed_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "made_orders" ADD CONSTRAINT "made_orders_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "made_orders" ADD CONSTRAINT "made_orders_again_of_orders_number_fk" FOREIGN KEY ("again_of") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reduced_lines" ADD CONSTRAINT "reduced_lines_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "made_orders_at_index" ON "made_orders" USING btree ("at");--> statement-breakpoint
CREATE INDEX "made_orders_member_id_at_index" ON "made_orders" USING btree ("member_id","at");
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES
	('reduced_lines', 141, 'order_number = ANY ($1)'),
	('made_orders', 142, 'order_number = ANY ($1)');
--> statement-breakpoint
-- As before, but for what orders made by members hold: these have no network, and what they hold is gone for riders until it is free again.
-- It is no hold that other riders wait for.
CREATE OR REPLACE FUNCTION lock_holds(of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer, wanted integer[])
RETURNS jsonb LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
	own jsonb;
	is_full boolean;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('holds of ' || of_network, 0));
	SELECT coalesce(jsonb_agg(jsonb_build_object('state', state, 'until', reserved_until, 'heldSince', held_since, 'lapsedAt', lapsed_at,
			'variantIds', bought.variant_ids, 'quantity', bought.pieces)), '[]'),
		count(*) FILTER (WHERE state = 'awaiting-payment') >= most_drafts
			OR coalesce(sum(bought.pieces) FILTER (WHERE state = 'awaiting-payment'), 0) > most_pieces
	INTO own, is_full
	FROM orders CROSS JOIN LATERAL (SELECT coalesce(array_agg(variant_id), '{}') AS variant_ids, coalesce(sum(quantity), 0)::integer AS pieces
		FROM standing_lines WHERE order_number = orders.number) AS bought
	WHERE network = of_network AND (state = 'awaiting-payment' OR lapsed_at > since
		OR (state = 'cancelled' AND lapsed_at IS NULL AND reserved_until > since));
	IF is_full THEN
		RETURN jsonb_build_object('own', own, 'levels', '[]'::jsonb, 'held', '[]'::jsonb, 'spans', '[]'::jsonb);
	END IF;

	PERFORM FROM variants WHERE id = ANY (wanted) ORDER BY id FOR UPDATE;
	RETURN jsonb_build_object(
		'own', own,
		'levels', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'stock', stock)), '[]') FROM variants WHERE id = ANY (wanted)),
		-- The earlier of two ends: what is held beyond the half of a variant is free again before its draft ends.
		'held', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'quantity', quantity, 'network', network,
				'until', least(reserved_until, (SELECT min(until) FROM beyond_half_holds hold WHERE hold.order_number = number)))), '[]')
			FROM orders JOIN standing_lines ON order_number = number
			WHERE state = 'awaiting-payment' AND holds AND network IS NOT NULL AND variant_id = ANY (wanted)),
		'spans', (SELECT coalesce(jsonb_agg(jsonb_build_object('variantId', variant_id, 'since', hold.since, 'until', until)), '[]')
			FROM beyond_half_holds hold WHERE variant_id = ANY (wanted) AND until > window_begins));
END;
$$;
--> statement-breakpoint
-- Empty tables that were never looked at count as full ones in plans.
ANALYZE made_orders, reduced_lines;
