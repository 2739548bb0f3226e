/** Schemas whose tables have no marks, with the reason. */
export const unmarkedSchemas: Record<string, string> = {
  pgboss: "Tables of the job queue's library. Open jobs are written as jobs, and enqueued again.",
  drizzle: "Migrations that ran. A restore runs them again, up to the version in the file.",
};
