--> steps
SELECT note_search_of(numbers) FROM (
	SELECT array_agg(number) AS numbers FROM (
		SELECT number FROM order_search WHERE phone IS NULL ORDER BY number LIMIT 1000) AS unnoted
) AS step WHERE cardinality(numbers) > 0
