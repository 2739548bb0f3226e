-- For tables whose rows all pages of a kind show: the table's own key, and those named.
CREATE OR REPLACE FUNCTION notify_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM notify_keys(array_prepend('table:' || TG_TABLE_NAME::text, TG_ARGV));
	RETURN NULL;
END;
$$;
