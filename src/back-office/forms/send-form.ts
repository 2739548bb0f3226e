import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { formValues } from "~/shop/form-values";
import { type FormAnswer, withoutSecrets } from "./form-answer";

interface ClientAction {
  request: Request;
  serverAction(): Promise<unknown>;
}

/** Message above a form that was not saved because the shop failed or could not be reached. */
export const NOT_SENT =
  "It was not sent: the shop did not answer. What you wrote is still here; send it again, it is done once.";

/** `clientAction` of every page with a form: if the connection fails, shows a message and keeps the page with its typed text. */
export async function sendForm({ request, serverAction }: ClientAction): Promise<unknown> {
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw belowBase(error);
    // A response with an error status is an answer, not a lost connection.
    if ((error as { status?: number }).status) throw error;
    const typed = withoutSecrets(formValues(await sent.formData()));
    return data<FormAnswer>({ typed, errors: {}, message: NOT_SENT }, { status: 503 });
  }
}

const BASE = "/back-office";

/**
 * Rewrites a redirect to `/back-office?…` as `/?…`: React Router strips the base only before a slash, and would otherwise add it
 * twice.
 */
function belowBase(answer: Response): Response {
  const to = answer.headers.get("location") ?? "";
  if (!to.startsWith(`${BASE}?`)) return answer;
  const headers = new Headers(answer.headers);
  headers.set("location", `/${to.slice(BASE.length)}`);
  return new Response(null, { status: answer.status, headers });
}

/** `shouldRevalidate` of a page whose form may be saved in part: reloads the data after every answer. */
export const showSaved = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus !== undefined || defaultShouldRevalidate;

/** `shouldRevalidate` of a page: also reloads the data after a 409 (record changed meanwhile); the form keeps its text. */
export const showNewest = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 409 || defaultShouldRevalidate;
