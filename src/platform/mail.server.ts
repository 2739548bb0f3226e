import { createHash } from "node:crypto";
import { access, mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Transporter, createTransport } from "nodemailer";
import type { Outgoing } from "./outgoing.server";
import { currentRequestId } from "./request-id.server";

/** A letter to one person. `key` identifies its cause; letters with the same key are the same letter. */
export interface Letter {
  to: string;
  subject: string;
  html: string;
  text: string;
  key: string;
  /** Reply-To, if it differs from the sender. */
  replyTo?: string;
  /** Keys of the earlier letters in its thread, oldest first. */
  answers?: string[];
  /** Whether a person wrote the letter and reads answers to it. */
  isPersonal?: boolean;
  /** Address with which the reader can unsubscribe by one click. */
  unsubscribe?: string;
  /** Pictures within the letter, which its HTML names as `cid:` with their id. */
  pictures?: { id: string; png: Buffer }[];
}

export interface Mailer {
  send(letter: Letter): Promise<void>;
  /** Description for the operator of where letters go. */
  where: string;
  /** Whether letters are sent; otherwise they are written into the outbox folder. */
  isDelivering: boolean;
  /** Number of letters in the outbox folder. */
  held(): Promise<number>;
  /** Returns whether the letter with this key is in the outbox folder. */
  isHeld(key: string): Promise<boolean>;
  /** Deletes the letters in the outbox folder that name an e-mail address; returns how many. */
  forget(email: string): Promise<number>;
}

type Sending = Omit<Mailer, "held" | "isHeld" | "forget">;

interface Post {
  outgoing: Outgoing;
  smtpUrl?: string;
  /** Whether sending fails without TLS; smtps addresses always use TLS. */
  requireTls?: boolean;
  /** Sender, from the process settings. */
  from: string;
  /** Returns the sender's current name; if unset, the name in `from` is used. */
  senderName?: () => string;
  outbox: string;
  /** Milliseconds of silence of the mail server after which sending fails, as it occupies a database connection meanwhile. */
  patience?: number;
}

type SmtpOption = "requireTls" | "patience";

/** Creates a mailer that sends letters by the mail server `smtpUrl`, or without one writes them into the outbox folder. */
export function openMailer(post: Post): Mailer {
  const { outgoing, smtpUrl, requireTls = true, from, senderName, outbox, patience = 30_000 } = post;
  // Passed as an object, so that the name is not parsed as addresses.
  const sender = () => (senderName ? { name: senderName(), address: addressIn(from) } : from);
  const mailer = smtpUrl ? smtpMailer(smtpUrl, sender, { requireTls, patience }) : outboxMailer(outbox, sender);
  return {
    ...mailer,
    send: (letter) => outgoing.run("letter", () => mailer.send(letter)),
    held: async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).length,
    isHeld: (key) =>
      access(join(outbox, `${fileName(key)}.eml`)).then(
        () => true,
        () => false,
      ),
    forget: (email) => forgetIn(outbox, email),
  };
}

async function forgetIn(outbox: string, email: string): Promise<number> {
  let forgotten = 0;
  for (const name of await readdir(outbox).catch(() => [])) {
    if (!name.endsWith(".eml")) continue;
    const letter = await readFile(join(outbox, name), "utf8").catch(() => "");
    if (!letter.toLowerCase().includes(email)) continue;
    await rm(join(outbox, name.replace(/\.eml$/, ".html")), { force: true });
    await rm(join(outbox, name), { force: true });
    forgotten += 1;
  }
  return forgotten;
}

type Sender = () => string | { name: string; address: string };

/** E-mail address in a text such as "Name <address>", or the whole text. */
const addressIn = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim();

function smtpMailer(url: string, sender: Sender, { requireTls, patience }: Required<Pick<Post, SmtpOption>>): Sending {
  const timeouts = { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience };
  const transport = createTransport({ url, requireTLS: requireTls, ...timeouts });
  return {
    where: new URL(url).host,
    isDelivering: true,
    send: (letter) => deliver(transport, sender, letter).then(() => undefined),
  };
}

function outboxMailer(outbox: string, sender: Sender): Sending {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    where: outbox,
    isDelivering: false,
    async send(letter) {
      const { message } = await deliver(transport, sender, letter);
      const name = join(outbox, fileName(letter.key));
      // Letters are private, so that only the shop's operating system user may read them.
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      await writeWhole(`${name}.html`, letter.html);
      await writeWhole(`${name}.eml`, message as Buffer);
    },
  };
}

/** Sends a letter. The message id is derived from the key, so that mail programs show a repeated letter only once. */
const deliver = (
  transport: Transporter,
  sender: Sender,
  { key, unsubscribe, to, replyTo, answers = [], isPersonal, pictures = [], ...letter }: Letter,
) =>
  transport.sendMail({
    ...letter,
    from: sender(),
    // Passed as objects, so that an address is not parsed as several.
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    messageId: messageIdOf(key),
    ...(pictures.length > 0 && {
      attachments: pictures.map(({ id, png }) => ({
        cid: id,
        filename: `${id}.png`,
        content: png,
        contentType: "image/png",
      })),
    }),
    ...(answers.length > 0 && { inReplyTo: messageIdOf(answers.at(-1) ?? ""), references: answers.map(messageIdOf) }),
    headers: {
      ...requestHeader(),
      ...(!isPersonal && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Header with the id of the request, by which the log lines about a letter can be found. */
function requestHeader(): Record<string, string> {
  const request = currentRequestId();
  return request === undefined ? {} : { "X-Request-Id": request };
}

const messageIdOf = (key: string): string => `<${digestOf(key)}@iron-mesa>`;

/** File name of a letter in the outbox: the same for the same key, different for different keys. */
const fileName = (key: string): string =>
  `${key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 60)}-${digestOf(key).slice(0, 8)}`;

const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 32);

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}
