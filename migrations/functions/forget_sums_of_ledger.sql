-- Rows of the ledger that are changed or taken out, as by "Start for real", are in no stored sum any more: from this moment on none is read, and the
-- next time the ledger is summed they are made anew.
CREATE OR REPLACE FUNCTION forget_sums_of_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE ledger_summed SET until = 0;
	RETURN NULL;
END;
$$;
