-- The state a ZIP lies in, by its letters; nothing for one that the gazetteer does not know. The armed forces' mail comes after a street.
-- The gazetteer lacks the territories, which have first digits of their own.
CREATE OR REPLACE FUNCTION state_of_zip(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(
		(SELECT nullif(state, '') FROM zip_places WHERE zip = wanted ORDER BY state IN ('AA', 'AE', 'AP') LIMIT 1),
		CASE WHEN wanted !~ '^[0-9]{5}$' THEN NULL
			WHEN left(wanted, 3) IN ('006', '007', '009') THEN 'PR'
			WHEN left(wanted, 3) = '008' THEN 'VI'
			WHEN wanted = '96799' THEN 'AS'
			WHEN left(wanted, 4) = '9695' THEN 'MP'
			WHEN wanted BETWEEN '96910' AND '96932' THEN 'GU' END)
$$;
