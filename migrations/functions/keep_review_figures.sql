-- Adds and subtracts, so that two approvals at once are both counted.
CREATE OR REPLACE FUNCTION keep_review_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' AND OLD.state = 'approved' THEN
		UPDATE products SET review_count = review_count - 1, star_sum = star_sum - OLD.rating WHERE id = OLD.product_id;
	END IF;
	IF TG_OP <> 'DELETE' AND NEW.state = 'approved' THEN
		UPDATE products SET review_count = review_count + 1, star_sum = star_sum + NEW.rating WHERE id = NEW.product_id;
	END IF;
	RETURN NULL;
END;
$$;
