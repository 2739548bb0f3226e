import { type SQL, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "~/platform/database.server";
import { DAY, HOUR, SECOND } from "~/platform/durations";
import { addToHour, isHourLoud } from "~/platform/hourly-sum.server";
import { faultOf, log } from "~/platform/log.server";
import { addressPrefix } from "~/platform/network-address.server";
import { countAct, countActs, countOf } from "~/platform/rate-limit.server";
import { countedAddress } from "./form-submission";

/** First letters that a network causes in a day before its letters wait. */
export const FIRST_LETTERS = 30;
/** Clients whose networks cannot be told apart share one count, which is this many times as high. */
export const SHARED = 50;
/** First letters of the whole shop in an hour, above which those of networks that did not look at the shop wait. */
export const HOUR_OF_LETTERS = { name: "first-letters", most: 200 };

/** Seconds between two letters of a network that wait, and the time in seconds within which the last of them goes. */
const PACE = 60;
const WITHIN = (23 * HOUR) / SECOND;
const A_DAY = DAY / SECOND;

/** Recipient of a letter that a stranger's form causes, and the network of the form, as `formNetwork` returns it. */
interface Recipient {
  email: string;
  network: string;
}

/** When a letter to a stranger goes. */
export interface LetterPace {
  /** Seconds for which the letter waits; 0 if it goes at once. */
  startAfter: number;
  /** Whether letters of the network wait. The form says so, whoever owns the mailbox, so that its answer tells nothing about it. */
  isSlow: boolean;
}

/**
 * Counts a letter that a form causes to an address which may be a stranger's. A network's letters wait once it has written to more
 * than `FIRST_LETTERS` mailboxes in a day, each until a minute of its own; those of a network without a page view of the day also
 * while the whole shop sends many. A mailbox that has ordered never waits. Nothing is dropped. Call it for every form, also for
 * one that causes no letter because its mailbox is known. An undefined network is not counted: its letter is no form's.
 */
export async function letterPace(
  tx: Database,
  { email, network }: { email: string; network: string | undefined },
  now: Date,
): Promise<LetterPace> {
  if (network === undefined || !(await mustWait(tx, { email, network }, now))) return { startAfter: 0, isSlow: false };
  if (await hasOrdered(tx, email)) return { startAfter: 0, isSlow: true };
  const slot = await countAct(tx, { name: "letter-slots", seconds: A_DAY }, network);
  // Letters beyond the last minute share minutes with the first ones, so that each still goes within the day.
  return { startAfter: PACE * (1 + ((slot - 1) % (WITHIN / PACE))), isSlow: true };
}

async function mustWait(tx: Database, { email, network }: Recipient, now: Date): Promise<boolean> {
  const most = isShared(network) ? SHARED * FIRST_LETTERS : FIRST_LETTERS;
  const met = await countAct(
    tx,
    { name: "letter-met", seconds: A_DAY },
    `${network} ${digestOf(countedAddress(email))}`,
  );
  const firsts = { name: "letter-firsts", seconds: A_DAY };
  const count = met === 1 ? await countAct(tx, firsts, network) : await countOf(tx, firsts.name, network);
  const isLoud = await (met === 1 ? addToHour : isHourLoud)(tx, HOUR_OF_LETTERS, now);
  return count > most || (isLoud && !(await hasLooked(tx, network)));
}

/** Whether a paid order exists for the address. */
async function hasOrdered(db: Database, email: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select where ${isBuyer(sql`${email.trim().toLowerCase()}`)}`);
  return rows.length > 0;
}

/** Whether a paid order exists for an address in small letters, as SQL. */
export const isBuyer = (email: SQL): SQL =>
  sql`exists (select from orders where orders.email = ${email} and orders.paid_at is not null)`;

/** Whether a network stands for all clients: unknown ones, and those behind a proxy of this machine that names none. */
export const isShared = (network: string): boolean =>
  network === "unknown" || network.startsWith("127.") || network === addressPrefix("::1");

const LOOKED = { name: "looked", seconds: A_DAY };
/** Milliseconds for which the looks of networks are gathered, so that those of a rush are one transaction. */
const GATHERED_MS = 200;

/** Looks of networks in this process. */
interface Looks {
  /** Networks whose look is stored or is about to be, so that each is stored once in a while. */
  known: LRUCache<string, true>;
  waiting: string[];
  /** Ends when the waiting ones are stored; unset while none waits. */
  stored: Promise<void> | undefined;
}
const looks = new WeakMap<Database, Looks>();

function looksOf(db: Database): Looks {
  const own = looks.get(db) ?? {
    known: new LRUCache<string, true>({ max: 10_000, ttl: 12 * HOUR }),
    waiting: [],
    stored: undefined,
  };
  looks.set(db, own);
  return own;
}

/**
 * Stores that a network has looked at a page or begun an order, for a day, as a digest, a moment later: whoever writes a form has
 * looked longer. Never fails: a view that could not be stored is stored with the next one.
 */
export async function noteLook(db: Database, network: string): Promise<void> {
  const own = looksOf(db);
  if (own.known.has(network)) return;
  own.known.set(network, true);
  own.waiting.push(network);
  own.stored ??= pause(GATHERED_MS, undefined, { ref: false }).then(() => storeLooks(db, own));
  await own.stored;
}

async function storeLooks(db: Database, own: Looks): Promise<void> {
  const networks = own.waiting.splice(0);
  own.stored = undefined;
  await countActs(db, LOOKED, networks.map(digestOf)).catch((error: unknown) => {
    for (const network of networks) own.known.delete(network);
    log.debug({ error: faultOf(error) }, "page views were not stored");
  });
}

const hasLooked = async (db: Database, network: string): Promise<boolean> =>
  (await countOf(db, LOOKED.name, digestOf(network))) > 0;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);
