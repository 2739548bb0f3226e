import type { FailingJob } from "~/platform/failing-jobs.server";
import { wordsFor } from "./job-words";

/** Explains a failed job to merchants; shown beside the program's own error message. */
export function failureWords({ queue, error }: Pick<FailingJob, "queue" | "error">): string {
  const isLetter = wordsFor(queue).kind === "letter";
  if (/ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|ECONNRESET|timeout|Greeting never/i.test(error))
    return isLetter ? "The mail server does not answer" : "The other side does not answer";
  if (/EAUTH|\b535\b|authentication/i.test(error)) return "The mail server refuses the name or password";
  if (/\b55\d\b/.test(error)) return "The mail server refuses the address";
  return "It ended with an error";
}
