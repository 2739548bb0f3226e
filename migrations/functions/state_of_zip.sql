-- The state a ZIP lies in, by its letters; nothing for one that the gazetteer does not know. The armed forces' mail comes after a street.
CREATE OR REPLACE FUNCTION state_of_zip(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT nullif(state, '') FROM zip_places WHERE zip = wanted ORDER BY state IN ('AA', 'AE', 'AP') LIMIT 1
$$;
