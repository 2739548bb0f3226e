--> steps
SELECT note_search_of(numbers) FROM (
	SELECT array_agg(number) AS numbers FROM (
		SELECT number FROM order_search WHERE strpos(text, chr(10)) = 0 ORDER BY number LIMIT 1000) AS joined
) AS step WHERE cardinality(numbers) > 0
