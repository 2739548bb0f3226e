-- What the pieces of a row of the ledger cost when they were sold: with it, margins are sums over the ledger like all others. It is read here, so
-- that whatever writes rows of lines need not know of it.
CREATE OR REPLACE FUNCTION note_cost_of_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.cost_cents := NEW.pieces * (SELECT cost_cents FROM order_lines
		WHERE order_lines.order_number = NEW.order_number AND order_lines.position = NEW.position);
	RETURN NEW;
END;
$$;
