-- The words of names by which members find orders, also with a slip. What is left of a word is computed once, on however many orders it
-- stands. Of an array of orders the planner expects ten, and would plan anew each time.
CREATE OR REPLACE FUNCTION note_names_of(changed text[]) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
	DELETE FROM order_name_words WHERE number = ANY (changed);
	WITH words AS MATERIALIZED (
		SELECT DISTINCT number, regexp_split_to_table(search_form(name), '[^[:alnum:]]+') AS word FROM orders WHERE number = ANY (changed)),
	slips AS MATERIALIZED (
		SELECT word, search_slips(word, 1) AS slips FROM (SELECT DISTINCT word FROM words WHERE length(word) > 2) AS named)
	INSERT INTO order_name_words (number, word, slips) SELECT number, word, slips FROM words JOIN slips USING (word) ORDER BY number, word;
END;
$$;
