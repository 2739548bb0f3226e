CREATE OR REPLACE FUNCTION note_lost_dispute_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF jsonb_typeof(NEW.details->'amount') = 'number' THEN
		PERFORM note_lost_dispute(NEW.order_number, NEW.details->>'disputeId', (NEW.details->>'amount')::bigint, NEW.at);
	END IF;
	RETURN NULL;
END;
$$;
