import { expect, test } from "vitest";
import { z } from "zod";
import { handleForm, sendForm } from "./form";
import { Refusal } from "./refusal";

const Message = z.object({ name: z.string().min(1, "Please enter your name."), message: z.string() });
const posted = (fields: Record<string, string>) =>
  new Request("http://localhost/contact", { method: "POST", body: new URLSearchParams(fields) });

test("what fits is done, and its success comes back", async () => {
  const { data } = await handleForm(posted({ name: "Jo", message: "Hi" }), Message, ({ name }) => `Hello ${name}`);
  expect(data).toEqual({ ok: true, value: "Hello Jo" });
});

test("what does not fit comes back with words beside the field and everything that was typed (R-5-25)", async () => {
  const { data, init } = await handleForm(posted({ name: "", message: "Hi" }), Message, () => "never");

  expect(init?.status).toBe(422);
  expect(data).toMatchObject({
    ok: false,
    values: { name: "", message: "Hi" },
    errors: { name: "Please enter your name." },
  });
});

test("a NUL is refused beside its field, and nothing is done", async () => {
  let done = false;
  const { data } = await handleForm(posted({ name: "Jo", message: "a\0b" }), Message, () => (done = true));

  expect([data, done]).toMatchObject([{ ok: false, errors: { message: "Please use plain text." } }, false]);
});

test("what the shop declines comes back in its words", async () => {
  const { data, init } = await handleForm(posted({ name: "Jo", message: "" }), Message, () => {
    throw new Refusal("too-many-requests", { details: { retryAfter: 11.2 } });
  });
  expect(init?.headers).toEqual({ "retry-after": "12" });
  expect([init?.status, data]).toMatchObject([
    429,
    { ok: false, message: "Too many requests. Please wait a moment and try again." },
  ]);
});

test("a fault stays a fault", async () => {
  const failing = handleForm(posted({ name: "Jo", message: "" }), Message, () => {
    throw new TypeError("broken");
  });
  await expect(failing).rejects.toThrow(TypeError);
});

test("what is no form at all is answered 400, not as our fault", async () => {
  const json = new Request("http://localhost/contact", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  await expect(handleForm(json, Message, () => "never")).rejects.toMatchObject({ init: { status: 400 } });
});

test("a form that does not reach the shop comes back with what was typed", async () => {
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

test("a form whose page is gone, or leads elsewhere, is not kept", async () => {
  const leads = (way: Response) =>
    sendForm({ request: posted({ name: "Jo" }), serverAction: () => Promise.reject(way) });
  const gone = new Response(null, { status: 404 });
  await expect(leads(gone)).rejects.toBe(gone);
});
