-- The state a ZIP lies in for tax: one that the gazetteer does not know lies where most ZIPs of its first three digits do.
CREATE OR REPLACE FUNCTION tax_state_of_zip(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(state_of_zip(wanted), (SELECT state FROM zip_places
		WHERE zip >= left(wanted, 3) || '00' AND zip <= left(wanted, 3) || '99' AND state <> '' AND state NOT IN ('AA', 'AE', 'AP')
		GROUP BY state ORDER BY count(*) DESC, state LIMIT 1))
$$;
