import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";
import { formValues } from "~/shop/form-values";
import { type FormAnswer, withoutSecrets } from "./form-answer";
import { noteAnswered } from "./sent-ids";

interface ClientAction {
  request: Request;
  serverAction(): Promise<unknown>;
}

/** Message above a form that was not saved because the shop failed or could not be reached. */
export const NOT_SENT =
  "Not saved. Try again: the shop did not answer. What you wrote is still here; sent again, it is done once.";

/** Messages about answers of the server or a proxy that did not reach the form's act, by status. */
const SAID: Record<number, string> = {
  413: "Not saved: this is too much at once. Send it in smaller parts.",
  429: "Not saved: too many at once. Wait a moment, then try again.",
};

/**
 * `clientAction` of every page with a form. If the answer is lost, because the connection or the shop failed or a proxy answered
 * in its place, the page stays with its typed text and says that it was not saved. An answer that arrives ends the form: the next
 * one has an id of its own.
 */
export async function sendForm({ request, serverAction }: ClientAction): Promise<unknown> {
  const values = formValues(await request.clone().formData());
  try {
    const answer = (await serverAction()) as Partial<FormAnswer> | undefined;
    // No action answers with nothing, but a proxy may.
    if (answer === undefined) return lost(values);
    if (!answer.isLost) noteAnswered(values.submission);
    // Below 400, so that the router loads what the earlier save left.
    return answer.isSentBefore ? data(answer, { status: 200 }) : answer;
  } catch (error) {
    if (isLost(error)) return lost(values, isRouteErrorResponse(error) ? SAID[error.status] : undefined);
    noteAnswered(values.submission);
    throw error instanceof Response ? belowBase(error) : error;
  }
}

/** Whether an error means that no answer of the form's act arrived. Text in an error response is a page of a proxy or the server. */
const isLost = (error: unknown): boolean => {
  if (error instanceof Response) return false;
  return (
    !isRouteErrorResponse(error) || error.status >= 500 || (typeof error.data === "string" && error.status !== 404)
  );
};

const lost = (values: Record<string, string>, message = NOT_SENT) =>
  data<FormAnswer>({ typed: withoutSecrets(values), errors: {}, message, isLost: true }, { status: 503 });

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
