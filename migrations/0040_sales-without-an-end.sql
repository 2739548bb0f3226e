-- A sale without an end was over as soon as it began. One of those whose prices still stand runs, until somebody ends it; any other has ended.
UPDATE price_plans plan SET state = 'running', version = version + 1
WHERE state = 'over' AND field = 'salePrice' AND ends_at IS NULL
  AND NOT EXISTS (
    SELECT FROM audit WHERE kind = 'price-plan' AND record = plan.id::text AND field = 'state' AND '"running"' IN (old::text, new::text))
  AND EXISTS (
    SELECT FROM price_plan_pairs pair JOIN variants ON variants.id = pair.variant_id
    WHERE pair.plan_id = plan.id AND NOT pair.left_alone AND variants.sale_price_cents = pair.new_price_cents);
