import { expect, test } from "vitest";
import { z } from "zod";
import { handleForm, sendForm } from "./form";
import { Refusal } from "./refusal";

const Message = z.object({ name: z.string().min(1, "Please enter your name."), message: z.string() });
const posted = (fields: Record<string, string>) =>
  new Request("http://localhost/contact", { method: "POST", body: new URLSearchParams(fields) });

test("a valid form runs its action and returns the result", async () => {
  const { data } = await handleForm(posted({ name: "Jo", message: "Hi" }), Message, ({ name }) => `Hello ${name}`);
  expect(data).toEqual({ ok: true, value: "Hello Jo" });
});

test("an invalid form returns an error message for each wrong field and all typed values (R-5-25)", async () => {
  const { data, init } = await handleForm(posted({ name: "", message: "Hi" }), Message, () => "never");

  expect(init?.status).toBe(422);
  expect(data).toMatchObject({
    ok: false,
    values: { name: "", message: "Hi" },
    errors: { name: "Please enter your name." },
  });
});

test("a NUL character is rejected with an error beside its field, and the action does not run", async () => {
  let done = false;
  const { data } = await handleForm(posted({ name: "Jo", message: "a\0b" }), Message, () => (done = true));

  expect([data, done]).toMatchObject([{ ok: false, errors: { message: "Please use plain text." } }, false]);
});

test("a refusal by the action is returned with its message, status and headers", async () => {
  const { data, init } = await handleForm(posted({ name: "Jo", message: "" }), Message, () => {
    throw new Refusal("too-many-requests", { details: { retryAfter: 11.2 } });
  });
  expect(init?.headers).toEqual({ "retry-after": "12" });
  expect([init?.status, data]).toMatchObject([
    429,
    { ok: false, message: "Too many requests. Please wait a moment and try again." },
  ]);
});

test("an unexpected error of the action is thrown", async () => {
  const failing = handleForm(posted({ name: "Jo", message: "" }), Message, () => {
    throw new TypeError("broken");
  });
  await expect(failing).rejects.toThrow(TypeError);
});

test("a request whose body is no form is answered with status 400, not 500", async () => {
  const json = new Request("http://localhost/contact", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  await expect(handleForm(json, Message, () => "never")).rejects.toMatchObject({ init: { status: 400 } });
});

test("a form that cannot reach the shop returns the typed values", async () => {
  const request = posted({ name: "Jo", message: "Hi" });
  const said = await sendForm({
    request,
    serverAction: async () => {
      await request.text();
      throw new TypeError("Failed to fetch");
    },
  });
  expect(said).toMatchObject({
    init: { status: 503 },
    data: { ok: false, values: { name: "Jo", message: "Hi" }, errors: {} },
  });
});

test("a 404 response to a form is thrown instead of keeping the typed values", async () => {
  const leads = (way: Response) =>
    sendForm({ request: posted({ name: "Jo" }), serverAction: () => Promise.reject(way) });
  const gone = new Response(null, { status: 404 });
  await expect(leads(gone)).rejects.toBe(gone);
});
