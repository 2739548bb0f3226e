-- As `lock_holds`, for a draft with a key (else null): where that has made one already, its number under `earlier`, and no more is locked.
CREATE OR REPLACE FUNCTION lock_draft(key text, of_network text, since timestamptz, window_begins timestamptz, most_drafts integer, most_pieces integer,
	wanted integer[]) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
	earlier text;
BEGIN
	IF key IS NOT NULL THEN
		earlier := lock_draft_key(key);
	END IF;
	IF earlier IS NOT NULL THEN
		RETURN jsonb_build_object('earlier', earlier);
	END IF;
	RETURN lock_holds(of_network, since, window_begins, most_drafts, most_pieces, wanted);
END;
$$;
