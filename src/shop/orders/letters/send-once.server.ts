import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { type Database, logFault } from "~/platform/database.server";
import { gathered } from "~/platform/gathered";
import type { Letter } from "~/platform/mail.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import type { OrderEventKind } from "../order-event";
import { letters, orderEvents } from "../orders.tables";
import { IN_OUTBOX } from "./in-outbox";
import { letterClaims } from "./letter-claims.tables";

/** Services for writing and sending a letter about an order. */
export type OrderLetters = Pick<Services, "db" | "mail" | "settings" | "address">;

/** Event that records a letter. Its `onceKey` identifies the cause of the letter, so that each cause sends one letter. */
export interface LetterEvent {
  /** Number of the order; null for a payment without an order, whose letter is not recorded. */
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

/** Seconds after which a claim that is not renewed expires, since its process has died. */
const LEASE = 15;
const RENEWAL = 5_000;
/** Milliseconds between checks by other callers that wait for a claimed letter. */
const POLL = 250;

/**
 * Sends a letter about an order once, however often and by how many processes it is called. The letter is claimed, sent outside
 * of any transaction, and recorded in the order's history. Other callers wait for the record, or take over a released or expired
 * claim. After a crash between sending and recording, the letter is sent again with the same message id. If `write` returns
 * undefined, nothing is sent or recorded. Without a mail server, the record notes that the letter is in the outbox folder.
 *
 * @throws errors of `write` and of the mail server. The claim is then released, or expires, and the next call tries again.
 */
export async function sendOnce(
  services: Pick<Services, "db" | "mail">,
  event: LetterEvent,
  write: () => Promise<Letter | undefined>,
): Promise<void> {
  const { db, mail } = services;
  await sendClaimed(services, event.onceKey, write, (letter, own) => {
    const where = { ...event.details, ...(!mail.isDelivering && { [IN_OUTBOX]: true }) };
    return record(db, { ...event, details: where }, letter, own);
  });
}

/**
 * As `sendOnce`, for a letter that stands in no order's history: `sent` records it before the claim ends, and `write` returns undefined
 * for one that is recorded. `sent` returns true if it has ended the claim.
 */
export async function sendClaimed(
  { db, mail }: Pick<Services, "db" | "mail">,
  key: string,
  write: () => Promise<Letter | undefined>,
  sent: (letter: Letter, own: Claim) => Promise<boolean | void>,
): Promise<void> {
  const own = { key, holder: randomUUID() };
  for (;;) {
    const claimed = await claim(db, own);
    if (claimed === "recorded") return;
    if (claimed === "taken") {
      await pause(POLL);
      continue;
    }
    const renewal = setInterval(() => void renew(db, own).catch(() => undefined), RENEWAL);
    let isReleased = false;
    try {
      const letter = await write();
      // A shopper who was erased gets no letter.
      if (!letter || letter.to === "") return;
      await mail.send(letter);
      isReleased = (await sent(letter, own)) === true;
      return;
    } finally {
      clearInterval(renewal);
      // If the release fails, the claim expires.
      if (!isReleased)
        await release(db, own).catch((error: unknown) => logFault(error, {}, "a letter's claim could not be released"));
    }
  }
}

/**
 * Stores the sent letter with the event that records it, so that members can read and repeat it, and releases the claim in the
 * same transaction. Returns false for a letter that is not recorded.
 */
async function record(
  db: Database,
  { orderNumber, kind, onceKey, details }: LetterEvent,
  { to, subject, text, html }: Letter,
  { key, holder }: Claim,
): Promise<boolean> {
  if (!orderNumber) return false;
  await db.execute(sql`
    with event as (
      insert into ${orderEvents} (order_number, kind, actor, details, once_key)
      values (${orderNumber}, ${kind}, ${JSON.stringify(mailActor)}, ${JSON.stringify(details ?? {})}, ${onceKey})
      on conflict (once_key) do nothing returning order_number, kind, once_key
    ), kept as (
      insert into ${letters} (order_number, kind, once_key, recipient, subject, text, html)
      select order_number, kind, once_key, ${to}, ${subject}, ${text}, ${html} from event
    )
    delete from ${letterClaims} where key = ${key} and holder = ${holder}`);
  return true;
}

type Claimed = "claimed" | "taken" | "recorded";

/** Claims letters for this process, in the order of their keys, so that no two processes wait for each other's. */
async function claimAll(db: Database, letters: Claim[]): Promise<Claimed[]> {
  const wanted = JSON.stringify(letters.map(({ key, holder }, place) => ({ key, holder, place })));
  // Uses the database's clock, since processes do not share another one.
  const { rows } = await db.execute<{ place: number; claimed: Claimed }>(sql`
    select place, claim_letter(key, holder, ${LEASE}) as claimed from (
      select * from jsonb_to_recordset(${wanted}::jsonb) as letter (key text, holder uuid, place integer) order by key, place offset 0) as sorted`);
  const claimed = new Map(rows.map((row) => [row.place, row.claimed]));
  return letters.map((_, place) => claimed.get(place) ?? "taken");
}

const claimers = new WeakMap<Database, (own: Claim) => Promise<Claimed>>();

/** Claims a letter. In a rush of orders, the claims that come while others are written are one transaction. */
function claim(db: Database, own: Claim): Promise<Claimed> {
  const claimer = claimers.get(db) ?? gathered((letters: Claim[]) => claimAll(db, letters));
  claimers.set(db, claimer);
  return claimer(own);
}

const release = (db: Database, own: Claim) => db.delete(letterClaims).where(held(own));

const renew = (db: Database, own: Claim) => db.update(letterClaims).set({ until: leaseEnd }).where(held(own));

const held = ({ key, holder }: Claim) => and(eq(letterClaims.key, key), eq(letterClaims.holder, holder));

const leaseEnd = sql`now() + make_interval(secs => ${LEASE})`;
