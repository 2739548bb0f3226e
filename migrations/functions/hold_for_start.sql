-- Keeps everybody else from writing what is cleared, and the tables that clearing writes, until the transaction ends; reading and jobs go
-- on. It waits with nothing in its hands, so that it and whoever writes never wait for each other.
CREATE OR REPLACE FUNCTION hold_for_start() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	patience timestamptz := clock_timestamp() + interval '15 seconds';
	held text := (SELECT string_agg(name, ', ' ORDER BY place, name) FROM cleared_at_start()
		WHERE to_regclass(name) IS NOT NULL AND NOT starts_with(name, 'pgboss.'))
		|| ', pages, media_uses, stocked, listing_counts, search_words, used_numbers';
BEGIN
	LOOP
		BEGIN
			EXECUTE format('LOCK TABLE %s IN EXCLUSIVE MODE NOWAIT', held);
			RETURN;
		EXCEPTION WHEN lock_not_available THEN
			IF clock_timestamp() > patience THEN
				RAISE;
			END IF;
		END;
		PERFORM pg_sleep(0.05);
	END LOOP;
END;
$$;
