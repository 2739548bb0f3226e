CREATE OR REPLACE FUNCTION refuse_change_but_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.audit_id = OLD.audit_id AND NEW.old IS NULL AND NEW.new IS NULL AND NEW.reason IS NULL AND NEW.blanked_at IS NOT NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;
