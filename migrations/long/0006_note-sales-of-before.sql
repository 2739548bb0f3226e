--> steps
SELECT note_sales_of_all(numbers) FROM (
	SELECT array_agg(number) AS numbers FROM (
		SELECT number FROM orders
		WHERE paid_at IS NOT NULL AND NOT sample AND NOT EXISTS (SELECT FROM sale_events WHERE order_number = number)
			AND EXISTS (SELECT FROM order_lines WHERE order_number = number)
		ORDER BY paid_at LIMIT 500) AS unnoted
) AS step WHERE cardinality(numbers) > 0
