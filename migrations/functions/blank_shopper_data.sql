-- Takes a shopper's words out of what the log knows of a record; the change itself stays. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION blank_shopper_data(of_kind text, of_record text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH blanked AS (
		UPDATE audit_shopper_data SET old = NULL, new = NULL, reason = NULL, blanked_at = now()
		FROM audit WHERE audit.id = audit_id AND audit.kind = of_kind AND audit.record = of_record AND blanked_at IS NULL
		RETURNING 1
	)
	SELECT count(*)::integer FROM blanked;
$$;
