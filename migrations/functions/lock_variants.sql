-- The one place that locks variants: all that an act moves or edits in one call, always in the same order, so that no two acts wait for each
-- other. No key of a variant ever changes, so that rows which only refer to it do not wait. Unknown numbers are left out.
CREATE OR REPLACE FUNCTION lock_variants(wanted integer[]) RETURNS TABLE (id integer, stock integer) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY SELECT variants.id, variants.stock FROM variants WHERE variants.id = ANY (wanted) ORDER BY variants.id FOR NO KEY UPDATE;
END;
$$;
