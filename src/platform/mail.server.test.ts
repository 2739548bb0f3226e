import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createServer } from "node:net";
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

test("a mail server that says nothing is not waited for: the letter fails, to be sent again", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const smtp = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "shop@ironmesa.example",
    outbox,
    patience: 100,
  });

  await expect(smtp.send(letter)).rejects.toThrow(/Greeting never received|Timeout/);

  silent.close();
});
