CREATE OR REPLACE FUNCTION note_search_words(names text[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO search_words (word, slips)
	SELECT word, search_slips(word, CASE WHEN length(word) >= 6 THEN 2 WHEN length(word) >= 3 THEN 1 ELSE 0 END)
	FROM (SELECT DISTINCT regexp_split_to_table(name, '[^[:alnum:]]+') COLLATE "C" AS word FROM unnest(names) AS name) AS words
	WHERE word <> '' AND NOT EXISTS (SELECT FROM search_words known WHERE known.word = words.word)
	ORDER BY word
	ON CONFLICT DO NOTHING
$$;
