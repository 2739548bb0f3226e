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

/** Event that records a letter. Its `onceKey` identifies the letter's cause: one letter each. */
export interface LetterEvent {
  /** Null for a payment without an order: that letter is not recorded. */
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

/** Seconds after which an unrenewed claim expires, because its process has died. */
const LEASE = 15;
const RENEWAL = 5_000;
/** Milliseconds between looks at a claimed letter by others that want to send it. */
const POLL = 250;

/**
 * Sends a letter about an order once, however often and by how many processes it is called. The letter is claimed, sent outside of any
 * transaction, and recorded in the order's history. Other callers wait for the record, or take over a released or expired claim. After a
 * crash between sending and recording it is sent again with the same message id. Nothing is sent or recorded when `write` returns
 * undefined. Without a mail server the record notes that the letter is in the outbox folder.
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
      // Separate from recording, which must succeed once the letter is sent; an unreleased claim expires.
      await release(db, own).catch((error: unknown) => logFault(error, {}, "a letter's claim could not be released"));
    }
  }
}

/** Stores a sent letter with its event, for reading and resending. */
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

/** Claims a letter; false while another process holds it. Uses the database's clock, which processes share. */
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
