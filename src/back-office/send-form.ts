import { formValues } from "~/shop/form-values";

interface ClientAction {
  request: Request;
  serverAction(): Promise<unknown>;
}

/** Sends a form; where the shop does not answer the page stays as it is, with what `answer` makes of what was typed. */
export async function sendOrKeep(
  { request, serverAction }: ClientAction,
  answer: (typed: Record<string, string>) => unknown,
): Promise<unknown> {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (error as { status?: number }).status) throw error;
    return answer(formValues(await typed.formData()));
  }
}

/** What is said over a form that was not taken because the shop failed or could not be reached. */
export const NOT_SENT =
  "It was not sent: the shop did not answer. What you wrote is still here; send it again, it is done once.";
