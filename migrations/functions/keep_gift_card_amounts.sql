-- Keeps the amounts of the gift card what their sizes say: no sale, cost or stock, whoever writes.
CREATE OR REPLACE FUNCTION keep_gift_card_amounts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM products WHERE id = NEW.product_id AND kind = 'gift-card')
		AND (NEW.price_cents IS NULL OR NEW.price_cents <= 0 OR NEW.size <> '$' || (NEW.price_cents / 100) OR NEW.price_cents % 100 <> 0
			OR NEW.color <> 'default' OR num_nonnulls(NEW.sale_price_cents, NEW.cost_cents, NEW.stock) > 0)
	THEN
		RAISE EXCEPTION 'a gift card costs what it is worth' USING ERRCODE = 'check_violation', CONSTRAINT = 'gift_card_costs_its_worth';
	END IF;
	RETURN NEW;
END;
$$;
