import { once } from "node:events";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openMailer } from "./mail.server";
import { withRequestId } from "./request-id.server";
import { openOutgoing } from "./outgoing.server";

const outbox = await mkdtemp(join(tmpdir(), "outbox "));
afterAll(() => rm(outbox, { recursive: true, force: true }));

const mail = openMailer({ outgoing: openOutgoing(), from: "Iron Mesa <shop@ironmesa.example>", outbox });
const letter = {
  to: "rider@example.com",
  subject: "Your order",
  html: "<p>Thanks</p>",
  text: "Thanks",
  key: "order 1",
};

test("without a mail server a letter is written into the outbox, as an e-mail and as a web page", async () => {
  await mail.send(letter);

  const [mailFile = "", page = ""] = (await readdir(outbox)).toSorted();
  expect(await readFile(join(outbox, page), "utf8")).toBe("<p>Thanks</p>");
  expect(await readFile(join(outbox, mailFile), "utf8")).toMatch(
    /^From: Iron Mesa <shop@ironmesa.example>\r\nTo: rider@/m,
  );
});

test("a letter's sender has the current name of the shop, whatever characters it contains", async () => {
  let name = "Dust & Bone";
  const renamed = openMailer({
    outgoing: openOutgoing(),
    from: "Iron Mesa <shop@ironmesa.example>",
    senderName: () => name,
    outbox,
  });
  const sender = async (key: string) => {
    await renamed.send({ ...letter, key });
    const file = (await readdir(outbox)).find((each) => each.startsWith(`${key}-`) && each.endsWith(".eml")) ?? "";
    const headers = await readFile(join(outbox, file), "utf8");
    return /^From: .*$/m.exec(headers)?.[0].trim();
  };

  expect(await sender("renamed")).toBe('From: "Dust & Bone" <shop@ironmesa.example>');
  name = "Bone <x@example.com>";
  expect(await sender("sly")).toBe('From: "Bone <x@example.com>" <shop@ironmesa.example>');
  for (const file of await readdir(outbox)) if (/^(renamed|sly)-/.test(file)) await rm(join(outbox, file));
});

test("a letter with the same key replaces the first one, and one with another key does not", async () => {
  await mail.send(letter);
  await mail.send({ ...letter, key: "order-1" });

  expect(await readdir(outbox)).toHaveLength(4);
});

test("a line break in an address or subject does not add a header", async () => {
  await mail.send({ ...letter, subject: "Hello\r\nBcc: everyone@example.com", key: "sneaky" });

  const file = (await readdir(outbox)).find((name) => name.startsWith("sneaky") && name.endsWith(".eml")) ?? "";
  expect(await readFile(join(outbox, file), "utf8")).not.toMatch(/^Bcc:/m);
});

test("a recipient with a comma is one address, and a reply address with line breaks does not add a header", async () => {
  await mail.send({
    ...letter,
    to: "one@example.com, two@example.com",
    replyTo: "a@example.com\r\nBcc: b@example.com",
    key: "several",
  });

  const file = (await readdir(outbox)).find((name) => name.startsWith("several") && name.endsWith(".eml")) ?? "";
  const written = await readFile(join(outbox, file), "utf8");
  expect(written).not.toMatch(/^Bcc:/m);
  expect(written).not.toMatch(/^To: one@example.com, two@example.com\r$/m);
});

describe("a mail server without TLS", () => {
  const send = async (requireTls: boolean) => {
    const { server, port, heard } = await plainMailServer();
    const smtp = openMailer({
      outgoing: openOutgoing(),
      smtpUrl: `smtp://rider:secret@127.0.0.1:${port}`,
      requireTls,
      from: "shop@ironmesa.example",
      outbox,
    });
    const outcome = await smtp.send(letter).then(
      () => "sent",
      (error: Error) => error.message,
    );
    server.close();
    return { outcome, heard: heard.join("") };
  };

  test("receives neither password nor letter; sending fails, and is retried later", async () => {
    const { outcome, heard } = await send(true);

    expect(outcome).toMatch(/STARTTLS/);
    expect(heard).toMatch(/^EHLO .*\r\nSTARTTLS\r\n/);
    expect(heard).not.toMatch(/AUTH|MAIL FROM|Thanks/);
  });

  test("receives the letter if the setting allows it", async () => {
    const { outcome, heard } = await send(false);

    expect(outcome).toBe("sent");
    expect(heard).toContain("Thanks");
  });
});

/** Mail server without TLS, which records what it receives. */
async function plainMailServer() {
  const heard: string[] = [];
  const replies: [RegExp, string][] = [
    [/^EHLO/, "250-mail.example\r\n250 AUTH PLAIN"],
    [/^AUTH/, "235 welcome"],
    [/^(MAIL|RCPT)/, "250 ok"],
    [/^DATA/, "354 go on"],
    [/\r\n\.\r\n$/, "250 taken"],
    [/^QUIT/, "221 bye"],
    [/^STARTTLS/, "502 not here"],
  ];
  const server = createServer((socket) => {
    socket.write("220 mail.example\r\n");
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      const said = bytes.toString();
      heard.push(said);
      const reply = replies.find(([pattern]) => pattern.test(said))?.[1];
      if (reply) socket.write(`${reply}\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return { server, heard, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
}

test("sending fails when the mail server is silent for too long, and is retried later", async () => {
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const smtp = openMailer({
    outgoing: openOutgoing(),
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: "shop@ironmesa.example",
    outbox,
    requireTls: false,
    patience: 100,
  });

  await expect(smtp.send(letter)).rejects.toThrow(/Greeting never received|Timeout/);

  silent.close();
});

test("a letter's header has the id of the request that caused it, by which the log can be searched", async () => {
  const letter = { to: "jo@example.com", subject: "Hello", html: "", text: "", key: "of a request" };
  await withRequestId("request-one", () => mail.send(letter));

  const [file = ""] = (await readdir(outbox)).filter((name) => /^of-a-request.*eml$/.test(name));
  expect(await readFile(join(outbox, file), "utf8")).toMatch(/^X-Request-Id: request-one\r?$/im);
});
