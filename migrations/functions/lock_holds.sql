-- What decides how much a draft may hold, under the locks of its network and its variants, taken in this order. A network that may hold no
-- more gets its own drafts alone, and locks no variant. Orders made by members have no network: what they hold is gone for riders until it
-- is free again, and no hold that other riders wait for.
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

	PERFORM FROM lock_variants(wanted);
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
