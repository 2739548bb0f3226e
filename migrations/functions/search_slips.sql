-- The beginning of a word with up to so many letters left out. Two words that are as many slips of the finger apart have one in common.
CREATE OR REPLACE FUNCTION search_slips(word text, most integer) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	WITH RECURSIVE slips(slip, missing) AS (
		SELECT left(word, 7), 0
		UNION
		SELECT overlay(slip placing '' from at for 1), missing + 1
		FROM slips, generate_series(1, length(slip)) AS at
		WHERE missing < most
	)
	SELECT array_agg(DISTINCT slip) FROM slips
$$;
