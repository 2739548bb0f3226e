-- The words of a text as they are compared, without the endings of owners: women's is women. Each has the same weight.
CREATE OR REPLACE FUNCTION search_terms(words text, weight "char") RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT setweight(to_tsvector('pg_catalog.simple', regexp_replace(
		regexp_replace(search_form(words), '''s\M', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), weight)
$$;
