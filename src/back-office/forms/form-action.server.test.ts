import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { shownForm } from "~/shop/audit/submission-id.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { sessionContext } from "../context";
import { atFields, formAction, formActions, type FormOutcome, type SentForm } from "./form-action.server";
import type { FormAnswer } from "./form-answer";

const conflict = { who: "Sam", at: "at 2:41 pm", version: 7, contested: [], settled: [], mine: ["name"] };
const schema = z.object({ name: z.string().min(1, "Write a name.") });

type Act = (sent: SentForm) => FormOutcome | Promise<FormOutcome>;
const shop = await openTestShop();
const one = (act: Act) => formAction({ schema, act: async (sent) => act(sent) });

/** Sends a form to an action; returns the answer or the error that the action throws. */
async function sent(action: ReturnType<typeof formAction>, fields: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(services, shop);
  const member = memberAs("owner");
  context.set(sessionContext, {
    id: "session",
    member: { ...member, confirmedAt: new Date() },
    confirmedAt: new Date(),
  });
  const body = new URLSearchParams({ submission: randomUUID(), version: "3", name: "Dana", ...fields });
  const request = new Request("http://localhost/back-office/thing", { method: "POST", body });
  const args = { context, request, params: {}, url: new URL(request.url), pattern: "" };
  const answer: unknown = await action(args as unknown as Parameters<typeof action>[0]).catch(
    (error: unknown) => error,
  );
  if (answer instanceof Response || answer instanceof Error) return { answer };
  const { data, init } = answer as { data: FormAnswer | null; init?: { status: number } };
  return { data, status: init?.status };
}

test("a saved form redirects to an address with the id of the act, which the next page announces", async () => {
  const location = async (outcome: FormOutcome) => {
    const { answer } = await sent(
      one(() => outcome),
      {},
    );
    return answer instanceof Response && answer.headers.get("location");
  };
  expect(await location({ to: "/things", act: "a1" })).toBe("/things?done=a1");
  expect(await location({ to: "/things?view=all", act: "a1" })).toBe("/things?view=all&done=a1");
  expect(await location({ to: "/things", act: null })).toBe("/things");
  expect(await location({ to: "/thing#words", act: "a1" })).toBe("/thing?done=a1#words");
});

test("a form without a submission id, or without a version that its act needs, gets the status 400", async () => {
  const versioned = one(({ version }) => ({ to: `/${version}` }));
  expect((await sent(versioned, { submission: "none" })).status).toBe(400);
  expect((await sent(versioned, { version: "1e3" })).status).toBe(400);
});

test("an invalid value, and a NUL character in any field, gets a message at its field, and the act is not run", async () => {
  let done = 0;
  const action = one(() => ({ to: `/${(done += 1)}` }));
  expect(await sent(action, { name: "" })).toMatchObject({ status: 422, data: { errors: { name: "Write a name." } } });
  const nul = await sent(action, { other: "a\0b" });
  expect(nul).toMatchObject({
    status: 422,
    data: { errors: { other: "Please use plain text." }, typed: { name: "Dana" } },
  });
  expect(done).toBe(0);
});

test("a refusal gives a message, an error keeps the typed values, and refusals for a missing factor, right or record are thrown", async () => {
  const fails = (failure: Error) =>
    one(() => {
      throw failure;
    });
  const fields = { name: "There is one of this name." };
  expect(await sent(fails(new Refusal("input-invalid", { fields })), {})).toMatchObject({
    status: 422,
    data: { errors: fields, typed: { name: "Dana" } },
  });
  const last = await sent(fails(new Refusal("last-owner")), {});
  expect(last).toMatchObject({ status: 422, data: { message: expect.stringContaining("last owner"), errors: {} } });
  const fault = await sent(fails(new Error("cut off")), {});
  expect(fault).toMatchObject({
    status: 500,
    data: { message: expect.stringContaining("Not saved. Try again"), isLost: true, typed: { name: "Dana" } },
  });
  const outage = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
  expect(await sent(fails(outage), {})).toMatchObject({ status: 503, data: { typed: { name: "Dana" } } });
  for (const code of ["factor-missing", "right-missing", "record-unknown"] as const)
    expect((await sent(fails(new Refusal(code)), {})).answer).toMatchObject({ code });
});

test("an answer to a form does not contain typed passwords and codes", async () => {
  const action = one(() => ({ message: "No." }));
  const { data } = await sent(action, { password: "anchor violin", code: "123456", newPassphrase: "quartz" });
  expect(Object.keys(data?.typed ?? {}).toSorted()).toEqual(["name", "submission", "version"]);
});

test("a form has one id while it is sent as it was, and another one of the same form when it is sent with other values", async () => {
  const seen: string[] = [];
  const action = one(({ submission }) => ({ to: `/${seen.push(submission)}` }));
  const submission = randomUUID();
  for (const name of ["Dana", "Dana", "Robin"]) await sent(action, { submission, name });
  const [first = "", again, other = ""] = seen;
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(shownForm(other)).toBe(shownForm(first));
});

test("each answer but a lost one leads to a form with another id", async () => {
  /** Sends a form; returns whether the next form has the same id. */
  const isKept = async (act: Act, typed = {}) => {
    const submission = randomUUID();
    const { data } = await sent(one(act), { submission, ...typed });
    expect(data?.typed.submission).toMatch(/^[\da-f-]{36}$/);
    return data?.typed.submission === submission;
  };
  const thrown = (error: Error) => () => {
    throw error;
  };
  const answers: Act[] = [
    () => ({ errors: { name: "No." } }),
    () => ({ message: "No." }),
    () => ({ asks: [] }),
    () => ({ late: "Somebody was first." }),
    () => ({ conflict }),
    () => ({ conflict, opened: {} }),
    () => ({ rest: {}, errors: {}, message: "One is not saved." }),
    thrown(new Refusal("last-owner")),
    thrown(new Refusal("sent-before")),
  ];
  for (const answer of answers) expect(await isKept(answer)).toBe(false);
  expect(await isKept(() => ({ to: "/" }), { name: "" })).toBe(false);
  expect(await isKept(thrown(new Error("cut off")))).toBe(true);
});

test("a form that was saved before with other values is answered with 409, its typed text and the version that it was opened with", async () => {
  const action = one(() => {
    throw new Refusal("sent-before");
  });
  expect(await sent(action, {})).toMatchObject({
    status: 409,
    data: {
      isSentBefore: true,
      message: expect.stringContaining("not saved yet"),
      typed: { name: "Dana", version: "3" },
    },
  });
});

test("a late or conflicting form gets a new submission id, so that a second attempt counts as a new form", async () => {
  const submission = randomUUID();
  const late = await sent(
    one(() => ({ late: "Somebody was first." })),
    { submission },
  );
  expect(late).toMatchObject({ status: 409, data: { message: "Somebody was first.", typed: { name: "Dana" } } });
  expect(late.data?.typed.version).toBeUndefined();
  expect(late.data?.typed.submission).not.toBe(submission);

  const collided = await sent(
    one(() => ({ conflict })),
    { submission },
  );
  expect(collided).toMatchObject({ status: 409, data: { conflict, typed: { version: "7", seen: "3" } } });
  expect(collided.data?.typed.submission).not.toBe(submission);
});

test("after a conflict only the fields chosen as mine are written; if that is refused, the form has the version it was opened with", async () => {
  const chosen = { version: "7", seen: "3", mine: "name city", "take:city": "theirs" };
  let written = {};
  await sent(
    one(({ wanted }) => {
      written = wanted({ name: "Dana", city: "Laramie", words: "As it was" });
      return { to: "/" };
    }),
    chosen,
  );
  expect(written).toEqual({ name: "Dana" });

  const refused = await sent(
    one(() => ({ errors: { name: "No." } })),
    chosen,
  );
  expect(refused.data?.typed).toMatchObject({ version: "3", name: "Dana" });
  expect(Object.keys(refused.data?.typed ?? {})).not.toContain("mine");
});

test("the forms of a page share one submission id and are separate acts; an unknown form name gets the status 400", async () => {
  const seen: string[] = [];
  const act = async ({ submission }: SentForm) => ({ to: `/${seen.push(submission)}` });
  const action = formActions({ save: { schema, act }, end: { schema, act } });
  const submission = randomUUID();
  for (const form of ["save", "end", "end:17", "end"]) await sent(action, { submission, form });
  expect(new Set(seen).size).toBe(3);
  expect(seen[3]).toBe(seen[1]);
  for (const form of ["none", "constructor", ""]) expect((await sent(action, { submission, form })).status).toBe(400);
});

test("a form over several records returns the values that its action gives; after a partial save, those that were not saved", async () => {
  const opened = { name: "Mine", versions: "[7]" };
  const refused = await sent(
    one(() => ({ conflict, opened })),
    { form: "end:17", versions: "[3]", other: "shown before" },
  );
  expect(refused).toMatchObject({ status: 409, data: { conflict } });
  expect(refused.data?.typed).toEqual({ ...opened, form: "end:17", submission: refused.data?.typed.submission });

  const submission = randomUUID();
  const rest = { rest: { price: "-1" }, errors: { price: "Write an amount." }, message: "Two are saved, one is not." };
  const partly = await sent(
    one(() => rest),
    { submission, saved: "yes" },
  );
  expect(partly).toMatchObject({ status: 422, data: { errors: rest.errors, message: rest.message } });
  expect(partly.data?.typed).toEqual({ ...rest.rest, submission: expect.not.stringContaining(submission) });
});

test("the outcome `asks` returns the typed values, and the outcome `shown` returns none", async () => {
  const asked = await sent(
    one(() => ({ asks: ["Sand"] })),
    {},
  );
  expect(asked).toMatchObject({ status: 422, data: { asks: ["Sand"], typed: { name: "Dana" }, errors: {} } });
  const shown = await sent(
    one(() => ({ shown: "a-link" })),
    {},
  );
  expect(shown.data).toEqual({ shown: "a-link" });
});

test("a refusal's message about a field of a record is shown at the corresponding field of the form", async () => {
  const refusal = new Refusal("input-invalid", { fields: { categoryId: "Choose where its products go." } });
  const action = one(() => atFields(Promise.reject(refusal), () => "goodsTo"));
  expect((await sent(action, {})).data?.errors).toEqual({ goodsTo: "Choose where its products go." });
  await expect(atFields(Promise.reject(new Error("down")), () => "goodsTo")).rejects.toThrow("down");
});
