-- Claims a letter for whoever sends it: `claimed`, `taken` while another holds it, or `recorded` once it was sent.
CREATE OR REPLACE FUNCTION claim_letter(wanted text, by_holder uuid, lease_seconds integer) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM order_events WHERE once_key = wanted) THEN
		RETURN 'recorded';
	END IF;
	INSERT INTO letter_claims (key, holder, until) VALUES (wanted, by_holder, now() + make_interval(secs => lease_seconds))
	ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE letter_claims.until < now();
	IF NOT FOUND THEN
		RETURN 'taken';
	END IF;
	-- Seen anew: whoever held the claim may have recorded the letter while this waited for it.
	IF EXISTS (SELECT FROM order_events WHERE once_key = wanted) THEN
		DELETE FROM letter_claims WHERE key = wanted AND holder = by_holder;
		RETURN 'recorded';
	END IF;
	RETURN 'claimed';
END;
$$;
