import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { expect, test } from "vitest";
import type { FormAnswer } from "./form-answer";
import { sendForm } from "./send-form";
import { newSubmission, unsentId } from "./sent-ids";

/** A server action that throws. */
const failing = (error: unknown) => async () => {
  throw error;
};

interface Sent {
  data?: FormAnswer | undefined;
  status?: number | undefined;
  thrown?: unknown;
}

/** Sends a form with this id, to which the server answers so. */
async function sent(submission: string, answers: () => Promise<unknown>): Promise<Sent> {
  const body = new URLSearchParams({ submission, name: "Dana", password: "quartz" });
  const request = new Request("http://localhost/back-office/demo", { method: "POST", body });
  try {
    const answer = await sendForm({ request, serverAction: answers });
    const { data: typed, init } = answer as { data?: FormAnswer; init?: { status: number } };
    return init === undefined ? { data: answer as FormAnswer } : { data: typed, status: init.status };
  } catch (thrown) {
    return { thrown };
  }
}

/** Returns the target of a redirect that answers a form, after sendForm has rewritten it. */
const leadsTo = async (location: string): Promise<string | null> => {
  const { thrown } = await sent(newSubmission(), failing(redirect(location)));
  return thrown instanceof Response ? thrown.headers.get("location") : null;
};

test("sendForm removes the base path from a redirect to the screen Today, because the router would add it twice", async () => {
  expect(await leadsTo("/back-office?done=1")).toBe("/?done=1");
  expect(await leadsTo("/orders/1?done=1")).toBe("/orders/1?done=1");
  expect(await leadsTo("/")).toBe("/");
});

test.each([
  ["the network is down", failing(new TypeError("Failed to fetch"))],
  ["the line is cut in the middle of the answer", failing(new Error("Unable to decode turbo-stream response"))],
  ["a proxy answers with its own page", failing(new ErrorResponse(502, "Bad Gateway", "<html>502</html>"))],
  ["the shop fails before the form's act", failing(new ErrorResponse(500, "Error", null))],
  ["a proxy answers with a page of its own and the status 200", failing(new Error("Unable to decode"))],
  ["a proxy asks for a sign-in of its own", failing(new ErrorResponse(403, "Forbidden", "<html>"))],
  ["a proxy answers with nothing", async () => undefined],
])(
  "[B-20] when %s, what was typed stays in the form, which says that it was not saved and keeps its id",
  async (_, answers) => {
    const submission = newSubmission();
    const { data: answer, status } = await sent(submission, answers);
    expect(status).toBe(503);
    expect(answer).toMatchObject({ isLost: true, message: expect.stringContaining("Not saved. Try again") });
    expect(answer?.typed).toEqual({ submission, name: "Dana" });
    expect(unsentId(submission)).toBe(submission);
  },
);

test("[B-20] a form whose act failed keeps its id, and one that was too large says so", async () => {
  const submission = newSubmission();
  const fault = { typed: { submission }, errors: {}, isLost: true };
  expect((await sent(submission, async () => fault)).data).toBe(fault);
  const large = await sent(submission, failing(new ErrorResponse(413, "Too large", "<html>")));
  expect(large.data?.message).toContain("too much at once");
  expect(unsentId(submission)).toBe(submission);
});

test("[B-16] each answer that arrives gives the next form an id of its own", async () => {
  const answers: (() => Promise<unknown>)[] = [
    async () => ({ typed: {}, errors: { name: "No." } }),
    async () => ({ shown: "link" }),
    async () => ({ typed: {}, errors: {}, isSentBefore: true }),
    failing(redirect("/things?done=1")),
    failing(new ErrorResponse(403, "Forbidden", { message: "Your role does not allow this." })),
    failing(new ErrorResponse(400, "Bad Request", null)),
  ];
  for (const answer of answers) {
    const submission = newSubmission();
    await sent(submission, answer);
    expect(unsentId(submission)).not.toBe(submission);
  }
});

test("an answer that another save came before reloads the page's data, for which its status is below 400", async () => {
  const before = { typed: {}, errors: {}, isSentBefore: true };
  expect(await sent(newSubmission(), async () => before)).toEqual({ data: before, status: 200 });
});
