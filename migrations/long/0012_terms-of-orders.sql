--> steps
WITH step AS (
	SELECT orders.number, code.kind, code.percent, nullif(code.product_ids, '[]') AS product_ids, code.minimum_cents
	FROM orders JOIN discount_codes AS code ON code.code = orders.discount_code
	WHERE orders.discount_kind IS NULL AND NOT EXISTS (SELECT FROM audit WHERE kind = 'discount-code' AND record = code.code
		AND field IN ('off', 'minimum', 'productIds') AND at > orders.drafted_at - interval '1 hour')
	ORDER BY orders.number LIMIT 1000
)
UPDATE orders SET discount_kind = step.kind, discount_percent = step.percent, discount_product_ids = step.product_ids,
	discount_minimum_cents = step.minimum_cents
FROM step WHERE orders.number = step.number
