-- Lets a release that writes the former table of replacements write the present one, by the goods of a line.
CREATE OR REPLACE FUNCTION write_replacement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.state := coalesce(NEW.state, 'waiting');
	NEW.at := coalesce(NEW.at, now());
	IF TG_OP = 'INSERT' THEN
		INSERT INTO order_replacements (order_number, position, cause, return_number, product_id, variant_id, size, color, quantity, state,
			parcel_id, ends_at, at)
		SELECT NEW.order_number, NEW.position, 'return', NEW.return_number, product_id, NEW.variant_id, NEW.size, NEW.color, NEW.quantity,
			CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, NEW.parcel_id,
			CASE NEW.state WHEN 'called-off' THEN now() END, NEW.at
		FROM line_goods WHERE order_number = NEW.order_number AND position = NEW.position;
	ELSE
		UPDATE order_replacements SET state = CASE NEW.state WHEN 'called-off' THEN 'ended' ELSE NEW.state END, parcel_id = NEW.parcel_id,
			ends_at = CASE NEW.state WHEN 'called-off' THEN coalesce(ends_at, now()) END
		WHERE return_number = OLD.return_number AND position = OLD.position;
	END IF;
	RETURN NEW;
END;
$$;
