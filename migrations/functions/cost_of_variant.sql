-- Cost of a piece of a variant today, as lines of orders copy it.
CREATE OR REPLACE FUNCTION cost_of_variant(wanted integer) RETURNS integer LANGUAGE sql STABLE AS $$
	SELECT coalesce(variants.cost_cents, products.cost_cents) FROM variants JOIN products ON products.id = variants.product_id WHERE variants.id = wanted
$$;
