-- Takes jobs back that wait for what has come about by now; those under way go on. `jobs` is a list of queue and id.
CREATE OR REPLACE FUNCTION withdraw_jobs(jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM pgboss.job USING jsonb_to_recordset(jobs) AS gone (queue text, id uuid)
	WHERE job.name = gone.queue AND job.id = gone.id AND job.state < 'active';
END;
$$;
