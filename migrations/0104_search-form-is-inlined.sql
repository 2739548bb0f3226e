-- The form in which texts are compared, as in folded-text.ts: small letters without accents, with the letters and signs that people type.
-- Not STRICT, because PostgreSQL would not inline it then, and lists that compare each row would be ten times slower.
CREATE OR REPLACE FUNCTION search_form(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
		replace(replace(replace(replace(translate(lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
			'đðłħıŧøς‘’ʼʹ′“”„‟–—―‐‒−⁄',
			'ddlhitoσ''''''''''""""------/'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;
