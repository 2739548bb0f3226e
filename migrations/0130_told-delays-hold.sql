-- Days of which shoppers were told in a delay's letter, which the taking back of promises that nobody chose has taken along with them.
UPDATE orders SET ship_by = CASE WHEN told.answer IS NULL THEN coalesce(told.ends_on, told.new_day) ELSE told.new_day END
FROM (SELECT DISTINCT ON (order_number) order_number, new_day, ends_on, answer FROM order_delays ORDER BY order_number, told_at DESC, id DESC) AS told
WHERE told.order_number = orders.number AND orders.ship_by IS NULL AND told.answer IS DISTINCT FROM 'cancel'
	AND CASE WHEN told.answer IS NULL THEN coalesce(told.ends_on, told.new_day) ELSE told.new_day END IS NOT NULL;
