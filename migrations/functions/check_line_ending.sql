-- An ending takes what stands, and no more: its pieces, and at most their discount and tax.
CREATE OR REPLACE FUNCTION check_line_ending() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	standing standing_lines;
BEGIN
	SELECT * INTO standing FROM standing_lines WHERE order_number = NEW.order_number AND position = NEW.position;
	IF standing IS NULL OR standing.quantity - NEW.quantity IS DISTINCT FROM NEW.leaves OR NEW.discount_share_cents > standing.discount_share_cents
		OR NEW.tax_cents > standing.tax_cents
		OR (NEW.leaves = 0 AND (NEW.discount_share_cents, NEW.tax_cents) <> (standing.discount_share_cents, standing.tax_cents))
	THEN
		RAISE EXCEPTION 'line % of the order % has other pieces than that', NEW.position, NEW.order_number
			USING ERRCODE = 'check_violation', CONSTRAINT = 'ending_takes_what_stands';
	END IF;
	RETURN NEW;
END;
$$;
