import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openMailer } from "./mail.server";

const outbox = await mkdtemp(join(tmpdir(), "outbox "));
afterAll(() => rm(outbox, { recursive: true, force: true }));

const mail = openMailer({ from: "Iron Mesa <shop@ironmesa.example>", outbox });
const letter = {
  to: "rider@example.com",
  subject: "Your order",
  html: "<p>Thanks</p>",
  text: "Thanks",
  key: "order 1",
};

test("without a mail server a letter lies in the outbox, as mail and as page", async () => {
  await mail.send(letter);

  const [mailFile = "", page = ""] = (await readdir(outbox)).toSorted();
  expect(await readFile(join(outbox, page), "utf8")).toBe("<p>Thanks</p>");
  expect(await readFile(join(outbox, mailFile), "utf8")).toMatch(
    /^From: Iron Mesa <shop@ironmesa.example>\r\nTo: rider@/m,
  );
});

test("the same letter again replaces the first, another cause is another letter", async () => {
  await mail.send(letter);
  await mail.send({ ...letter, key: "order-1" });

  expect(await readdir(outbox)).toHaveLength(4);
});

test("a line break in an address or subject cannot add a header", async () => {
  await mail.send({ ...letter, subject: "Hello\r\nBcc: everyone@example.com", key: "sneaky" });

  const file = (await readdir(outbox)).find((name) => name.startsWith("sneaky") && name.endsWith(".eml")) ?? "";
  expect(await readFile(join(outbox, file), "utf8")).not.toMatch(/^Bcc:/m);
});
