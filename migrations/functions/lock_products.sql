-- The one place that locks products: all that an act edits in one call, always in the same order, and before it locks a variant. No key of a
-- product ever changes, so that rows which only refer to it do not wait. Unknown ids are left out.
CREATE OR REPLACE FUNCTION lock_products(wanted text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM products WHERE id = ANY (wanted) ORDER BY id FOR NO KEY UPDATE;
END;
$$;
