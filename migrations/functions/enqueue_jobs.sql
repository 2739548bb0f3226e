-- What pg-boss does for jobs of queues that are there, beside their cause. `jobs` is a list of queue, id, payload, and after how many seconds.
CREATE OR REPLACE FUNCTION enqueue_jobs(jobs jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO pgboss.job (id, name, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
		retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
	SELECT job.id, own.name, job.payload, due, pgboss.job_now(), due + make_interval(secs => own.retention_seconds), own.expire_seconds,
		own.deletion_seconds, own.retry_limit, own.retry_delay, own.retry_backoff, own.retry_delay_max, own.policy, own.dead_letter,
		own.heartbeat_seconds
	FROM jsonb_to_recordset(jobs) AS job (queue text, id uuid, payload jsonb, after integer)
	JOIN pgboss.queue own ON own.name = job.queue
	CROSS JOIN LATERAL (SELECT pgboss.job_now() + make_interval(secs => job.after) AS due) AS begins
	ON CONFLICT DO NOTHING;
END;
$$;
