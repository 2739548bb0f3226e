-- A notice holds at most 8,000 bytes, and beyond 100 keys the listener is quicker with everything.
CREATE OR REPLACE FUNCTION notify_keys(keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	payload text;
	amount integer;
BEGIN
	SELECT string_agg(key, E'\n'), count(*) INTO payload, amount
		FROM (SELECT DISTINCT key FROM unnest(keys) AS key WHERE key IS NOT NULL) AS known;
	IF amount = 0 THEN RETURN; END IF;
	IF amount > 100 OR octet_length(payload) > 7900 THEN payload := '*'; END IF;
	PERFORM pg_notify('shop_changed', payload);
END;
$$;
