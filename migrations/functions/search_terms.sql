-- The words of a text in small letters, without the endings of owners: women's is women. Each has the same weight.
CREATE OR REPLACE FUNCTION search_terms(words text, weight "char") RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT setweight(to_tsvector('pg_catalog.simple', regexp_replace(
		regexp_replace(lower(words), '[''’]s\M', '', 'g'), '[^[:alnum:]]+', ' ', 'g')), weight)
$$;
