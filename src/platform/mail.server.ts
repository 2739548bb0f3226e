import { createHash } from "node:crypto";
import { access, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Transporter, createTransport } from "nodemailer";

/** A letter to one person. `key` is its cause: the same key is the same letter. */
export interface Letter {
  to: string;
  subject: string;
  html: string;
  text: string;
  key: string;
  /** Reply-To, when it is not the sender. */
  replyTo?: string;
  /** The causes of the letters before it in its thread, the first one first. */
  answers?: string[];
  /** A person has written it, and it is answered like any other. */
  isPersonal?: boolean;
  /** The address that takes the reader off a list at one click. */
  unsubscribe?: string;
}

export interface Mailer {
  send(letter: Letter): Promise<void>;
  /** Where letters go, for the operator. */
  where: string;
  /** Whether letters reach people; in the outbox folder somebody has to look for them. */
  isDelivering: boolean;
  /** How many letters lie in the outbox folder, written while there was no mail server. */
  held(): Promise<number>;
  /** Whether the letter of a cause lies there. */
  isHeld(key: string): Promise<boolean>;
}

type Sending = Omit<Mailer, "held" | "isHeld">;

interface Post {
  smtpUrl?: string;
  /** Whether a letter fails rather than travel without TLS; an smtps address has it from the start. */
  requireTls?: boolean;
  /** The sender, as the operator set it. */
  from: string;
  /** The sender's name as it is now; unset, that of `from`. */
  senderName?: () => string;
  outbox: string;
  /** How long the mail server may be silent, in milliseconds: sending holds a database connection meanwhile. */
  patience?: number;
}

type SmtpOption = "requireTls" | "patience";

/** Sends by the mail server of `smtpUrl`; without one, letters are written into the outbox folder. */
export function openMailer({ smtpUrl, requireTls = true, from, senderName, outbox, patience = 30_000 }: Post): Mailer {
  // As an object, so that nothing in the name is read as an address.
  const sender = () => (senderName ? { name: senderName(), address: addressIn(from) } : from);
  const mailer = smtpUrl ? smtpMailer(smtpUrl, sender, { requireTls, patience }) : outboxMailer(outbox, sender);
  return {
    ...mailer,
    held: async () => (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).length,
    isHeld: (key) =>
      access(join(outbox, `${fileName(key)}.eml`)).then(
        () => true,
        () => false,
      ),
  };
}

type Sender = () => string | { name: string; address: string };

/** The address of "Name <address>", or the whole. */
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
      // Letters are between the shop and one person, also on this machine.
      await mkdir(outbox, { recursive: true, mode: 0o700 });
      await writeWhole(`${name}.html`, letter.html);
      await writeWhole(`${name}.eml`, message as Buffer);
    },
  };
}

/** The message id comes from the key, so that a mail program shows a repeated letter once. */
const deliver = (
  transport: Transporter,
  sender: Sender,
  { key, unsubscribe, to, replyTo, answers = [], isPersonal, ...letter }: Letter,
) =>
  transport.sendMail({
    ...letter,
    from: sender(),
    // As objects, so that nothing in an address is read as a second one.
    to: { name: "", address: to },
    ...(replyTo && { replyTo: { name: "", address: replyTo } }),
    messageId: messageIdOf(key),
    ...(answers.length > 0 && { inReplyTo: messageIdOf(answers.at(-1) ?? ""), references: answers.map(messageIdOf) }),
    headers: {
      ...(!isPersonal && { "Auto-Submitted": "auto-generated" }),
      ...(unsubscribe && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });

const messageIdOf = (key: string): string => `<${digestOf(key)}@iron-mesa>`;

/** Name of a letter's file. One key overwrites its file; different keys never meet, however alike they look. */
const fileName = (key: string): string =>
  `${key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)}-${digestOf(key).slice(0, 8)}`;

const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex").slice(0, 32);

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}
