import { faultOf, log } from "./log.server";
import { currentRequestId, withRequestId } from "./request-id.server";

/** Result of a job in the form that pg-boss expects. */
type JobResult = { id: string; status: "completed" } | { id: string; status: "failed"; output: { error: string } };

/** Error that a handler throws if the job's subject does not exist any more: the job ends without a retry. */
export class NothingLeftToDo extends Error {
  override readonly name = "NothingLeftToDo";
}

/** Property in a stored payload with the id of the request that enqueued the job; handlers do not get it. */
const REQUEST = "_request";

/** Adds the id of the current request to a payload to store. */
export function withRequest(payload: object): object {
  const request = currentRequestId();
  return request === undefined ? payload : { ...payload, [REQUEST]: request };
}

/** Runs a job with the id of the request that enqueued it. */
export function resultOf<T extends object>(
  { data, ...job }: { name: string; id: string; data: T },
  handler: (payload: T) => Promise<void>,
): Promise<JobResult> {
  const { [REQUEST]: request, ...payload } = (data ?? {}) as T & { [REQUEST]?: string };
  return withRequestId(request, () => ended(job, () => handler(payload as unknown as T)));
}

/** Runs a job and returns its result; an error is logged, and pg-boss retries the job. */
async function ended({ name, id }: { name: string; id: string }, run: () => Promise<void>): Promise<JobResult> {
  try {
    await run();
    return { id, status: "completed" };
  } catch (error) {
    if (error instanceof NothingLeftToDo) {
      log.info({ job: name, id, why: error.message }, "a job had nothing left to do");
      return { id, status: "completed" };
    }
    log.warn({ job: name, id, error: faultOf(error) }, "a job failed and will be tried again");
    return { id, status: "failed", output: { error: faultOf(error) } };
  }
}
