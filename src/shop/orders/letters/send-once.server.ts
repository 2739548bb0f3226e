import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import { type Database, logFault, type Transaction } from "~/platform/database.server";
import type { Letter } from "~/platform/mail.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { OrderEventKind } from "../order-event";
import { recordEvent } from "../orders.server";
import { letters, orderEvents } from "../orders.tables";
import { IN_OUTBOX } from "./in-outbox";
import { letterClaims } from "./letter-claims.tables";

/** Services with which a letter about an order is written and sent. */
export type OrderLetters = Pick<Services, "db" | "mail" | "settings" | "address">;

/** The event that records a letter. Its `onceKey` is the letter's cause: one letter for each. */
export interface LetterEvent {
  /** Unset for money that no order came for: such a letter is recorded nowhere. */
  orderNumber: string | null;
  kind: OrderEventKind;
  onceKey: string;
  details?: Record<string, unknown>;
}

interface Claim {
  key: string;
  holder: string;
}

const mailActor: Actor = { kind: "job", name: "letters" };

/** How long a claim holds without being renewed, in seconds: whoever stopped renewing has died. */
const LEASE = 15;
const RENEWAL = 5_000;
/** How often a claimed letter is looked at by whoever else wants to send it, in milliseconds. */
const POLL = 250;

/**
 * Sends a letter about an order once, however often it is called and by how many processes. It is claimed first, sent outside of
 * any transaction, then recorded in the order's history. A caller that finds it claimed waits until it is recorded, or takes over
 * when the claim was released or has run out. A process that dies between sending and recording has it sent again, under the same
 * message key. Nothing is sent or recorded when `write` returns nothing. The record of a letter that only lies in the outbox folder,
 * where no mail server is set up, says so.
 *
 * @throws whatever `write` and the mail server throw; then the claim is released, or runs out, and the next call tries again.
 */
export async function sendOnce(
  { db, mail }: Pick<Services, "db" | "mail">,
  event: LetterEvent,
  write: () => Promise<Letter | undefined>,
): Promise<void> {
  const { orderNumber, kind, onceKey, details } = event;
  const own = { key: onceKey, holder: randomUUID() };
  for (;;) {
    if (!(await claim(db, own))) {
      if (await isRecorded(db, onceKey)) return;
      await pause(POLL);
      continue;
    }
    const renewal = setInterval(() => void renew(db, own).catch(() => undefined), RENEWAL);
    try {
      const letter = (await isRecorded(db, onceKey)) ? undefined : await write();
      if (!letter) return;
      await mail.send(letter);
      const where = { ...details, ...(!mail.isDelivering && { [IN_OUTBOX]: true }) };
      if (!orderNumber) return;
      await db.transaction((tx) => record(tx, { orderNumber, kind, onceKey, details: where }, letter));
      return;
    } finally {
      clearInterval(renewal);
      // Apart from the record, which has to stand once the letter is sent; a claim that stays runs out by itself.
      await release(db, own).catch((error: unknown) => logFault(error, {}, "a letter's claim could not be released"));
    }
  }
}

/** Keeps what was sent beside the event that says so, so that it can be read and sent again. */
async function record(
  tx: Transaction,
  { orderNumber, kind, onceKey, details }: LetterEvent & { orderNumber: string },
  { to: recipient, subject, text, html }: Letter,
): Promise<void> {
  const isFirst = await recordEvent(tx, orderNumber, kind, mailActor, { onceKey, ...(details && { details }) });
  if (isFirst) await tx.insert(letters).values({ orderNumber, kind, onceKey, recipient, subject, text, html });
}

async function isRecorded(db: Database, onceKey: string): Promise<boolean> {
  return (await db.$count(orderEvents, eq(orderEvents.onceKey, onceKey))) > 0;
}

/** Claims a letter for this process; false while another holds it. The database's clock counts, as processes share no other. */
async function claim(db: Database, { key, holder }: Claim): Promise<boolean> {
  const claimed = await db
    .insert(letterClaims)
    .values({ key, holder, until: leaseEnd })
    .onConflictDoUpdate({
      target: letterClaims.key,
      set: { holder, until: leaseEnd },
      setWhere: lt(letterClaims.until, sql`now()`),
    })
    .returning({ key: letterClaims.key });
  return claimed.length > 0;
}

const release = (db: Database, own: Claim) => db.delete(letterClaims).where(held(own));

const renew = (db: Database, own: Claim) => db.update(letterClaims).set({ until: leaseEnd }).where(held(own));

const held = ({ key, holder }: Claim) => and(eq(letterClaims.key, key), eq(letterClaims.holder, holder));

const leaseEnd = sql`now() + make_interval(secs => ${LEASE})`;
