-- What the change of a product drops. Whatever column is added counts as shown, and as one that a listing and a search read; materials,
-- details and SKU are read by searches alone.
CREATE OR REPLACE FUNCTION product_change_keys(was jsonb, now jsonb) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE
	hidden CONSTANT text[] := '{cost_cents,version}';
	beside_search CONSTANT text[] := hidden || '{description,care,fit,images,weight_grams,size_chart,style_with,style_with_products,review_count,star_sum,best_seller,kind_for_tax}';
	beside_listings CONSTANT text[] := beside_search || '{materials,details,sku}';
	beside_categories CONSTANT text[] := beside_listings || '{price_cents,sale_price_cents}';
BEGIN
	IF 'published' NOT IN (coalesce(was->>'published_status', ''), coalesce(now->>'published_status', ''))
		OR was - hidden IS NOT DISTINCT FROM now - hidden THEN RETURN; END IF;
	RETURN NEXT 'product:' || coalesce(now->>'id', was->>'id');
	IF was - beside_search IS NOT DISTINCT FROM now - beside_search THEN RETURN; END IF;
	RETURN NEXT 'search';
	IF was - beside_listings IS NOT DISTINCT FROM now - beside_listings THEN RETURN; END IF;
	RETURN QUERY SELECT listing_keys(was) UNION SELECT listing_keys(now);
	IF was - beside_categories IS NOT DISTINCT FROM now - beside_categories THEN RETURN; END IF;
	RETURN QUERY SELECT category_keys(was) UNION SELECT category_keys(now);
END;
$$;
