-- Adds the movements that a statement inserted to their sums, and subtracts those that it deleted; a changed movement is both. One statement writes the
-- sums in the order of their keys, so that two processes wait for each other instead of ending in a deadlock.
CREATE OR REPLACE FUNCTION sum_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format($sums$
		INSERT INTO balance_sums AS sum (payout_id, day, practice, pieces, paid, back, fees, other)
		SELECT coalesce(payout_id, ''), day, practice, sum(sign),
			coalesce(sum(sign * amount_cents) FILTER (WHERE kind = 'payment'), 0),
			coalesce(sum(sign * amount_cents) FILTER (WHERE kind IN ('refund', 'refund-failed', 'dispute')), 0),
			sum(sign * (CASE WHEN kind = 'fee' THEN amount_cents ELSE 0 END - fee_cents)),
			coalesce(sum(sign * amount_cents) FILTER (WHERE kind = 'other'), 0)
		FROM (%s) AS moved GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
		ON CONFLICT (payout_id, day, practice) DO UPDATE SET pieces = sum.pieces + excluded.pieces, paid = sum.paid + excluded.paid,
			back = sum.back + excluded.back, fees = sum.fees + excluded.fees, other = sum.other + excluded.other
		$sums$,
		CASE TG_OP
			WHEN 'INSERT' THEN 'SELECT 1 AS sign, * FROM new_rows'
			WHEN 'DELETE' THEN 'SELECT -1 AS sign, * FROM old_rows'
			ELSE 'SELECT 1 AS sign, * FROM new_rows UNION ALL SELECT -1, * FROM old_rows'
		END);
	IF TG_OP <> 'INSERT' THEN
		DELETE FROM balance_sums WHERE pieces = 0;
	END IF;
	RETURN NULL;
END;
$$;
