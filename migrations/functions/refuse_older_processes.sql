-- Refuses what processes of an older release could not read, while one of them is connected: connections name what their program reads
-- (src/platform/connection-name.ts), those of releases before nothing. A statement for a long migration, before the one that it guards.
CREATE OR REPLACE FUNCTION refuse_older_processes(least_reads integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	older text := (SELECT string_agg(DISTINCT concat(application_name, ', process ', pid), '; ') FROM pg_stat_activity
		WHERE datname = current_database() AND application_name ~ '^iron-mesa(/| |$)'
			AND coalesce(substring(application_name FROM '^iron-mesa/(\d+)')::integer, 0) < least_reads);
BEGIN
	IF older IS NOT NULL THEN
		RAISE EXCEPTION 'an older release is connected: %', older USING ERRCODE = 'object_in_use', HINT = 'Stop its processes, and try again.';
	END IF;
END;
$$;
