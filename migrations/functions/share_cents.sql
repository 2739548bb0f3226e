-- Splits an amount by weights into whole cents that add up exactly: largest remainder, earlier weights first. Of an amount up to the sum of the
-- weights no part is more than its weight. All-zero weights give zero parts.
CREATE OR REPLACE FUNCTION share_cents(amount bigint, weights bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(part + CASE WHEN whole > 0 AND turn <= amount - given THEN 1 ELSE 0 END ORDER BY place), '{}')
	FROM (
		SELECT place, part, whole, sum(part) OVER () AS given, row_number() OVER (ORDER BY remainder DESC, place) AS turn
		FROM (SELECT place, whole, coalesce(amount * weight / nullif(whole, 0), 0) AS part, coalesce(amount * weight % nullif(whole, 0), 0) AS remainder
			FROM (SELECT place, weight, (sum(weight) OVER ())::bigint AS whole
				FROM unnest(weights) WITH ORDINALITY AS own (weight, place)) AS weighed) AS rounded
	) AS turned
$$;
