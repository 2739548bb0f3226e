/**
 * Runs a step for each row, one after the other. A failed step does not stop the steps of later rows.
 *
 * @throws the first failure, after all steps, so that the job counts as failed.
 */
export async function eachApart<T>(rows: Iterable<T>, step: (row: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const row of rows) await step(row).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
