import { faultOf, log } from "./log.server";
import { currentRequestId, withRequestId } from "./request-id.server";

/** Result of a job, as the queue takes it. */
type JobResult = { id: string; status: "completed" } | { id: string; status: "failed"; output: { error: string } };

/** Thrown by a handler whose cause no longer exists: the job ends without a retry. */
export class NothingLeftToDo extends Error {
  override readonly name = "NothingLeftToDo";
}

/** Property of a stored payload with the id of the request that enqueued the job; handlers do not see it. */
const REQUEST = "_request";

/** Payload as it is stored: with the id of the request that enqueues it. */
export function withRequest(payload: object): object {
  const request = currentRequestId();
  return request === undefined ? payload : { ...payload, [REQUEST]: request };
}

/** Runs one job as work of the request that enqueued it. */
export function resultOf<T extends object>(
  { data, ...job }: { name: string; id: string; data: T },
  handler: (payload: T) => Promise<void>,
): Promise<JobResult> {
  const { [REQUEST]: request, ...payload } = (data ?? {}) as T & { [REQUEST]?: string };
  return withRequestId(request, () => ended(job, () => handler(payload as unknown as T)));
}

/** Result of a job; an error is logged, and the queue retries it. */
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
