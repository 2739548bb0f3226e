-- Drafts an order in one statement where nothing stands in its way, so that no lock waits for anybody outside of the database. `pieces` has how
-- many of each variant it wants. Answers what `lock_draft` found, with `written` where the order was written: its network has neither replaced a draft
-- nor let one lapse lately, and of each variant that is counted there are no less than `half_from`, of which its half is free. Anything else is for `answerFor` to decide
-- (src/shop/orders/drafting/hold-bounds.ts), under locks of another transaction.
CREATE OR REPLACE FUNCTION draft_order(key text, of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer,
	pieces jsonb, half_from integer, draft jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	found jsonb := lock_draft(key, of_network, since, window_begins, most_drafts, most_pieces,
		ARRAY(SELECT variant_id FROM jsonb_to_recordset(pieces) AS piece (variant_id integer) ORDER BY variant_id));
BEGIN
	IF found ? 'earlier' OR found->'levels' = '[]' OR jsonb_path_exists(found, '$.own[*] ? (@.state != "awaiting-payment" || @.lapsedAt != null)')
		OR EXISTS (
		SELECT FROM jsonb_to_recordset(pieces) AS piece (variant_id integer, quantity integer)
		LEFT JOIN jsonb_to_recordset(found->'levels') AS level (id integer, stock integer) ON level.id = piece.variant_id
		CROSS JOIN LATERAL (SELECT coalesce(sum(held.quantity), 0) AS quantity
			FROM jsonb_to_recordset(found->'held') AS held ("variantId" integer, quantity integer) WHERE held."variantId" = piece.variant_id) AS held
		WHERE level.id IS NULL OR level.stock + held.quantity < half_from
			OR piece.quantity > least(level.stock, ceil((level.stock + held.quantity) / 2.0) - held.quantity))
	THEN
		RETURN found;
	END IF;
	RETURN found || jsonb_build_object('written', write_order(draft));
END;
$$;
