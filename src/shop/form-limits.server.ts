import { createHash } from "node:crypto";
import type { SQL } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { log } from "~/platform/log.server";
import { addressPrefix } from "~/platform/network-address.server";
import { type Allowance, consume, consumeWith, type Count } from "~/platform/rate-limit.server";
import { Refusal, type RefusalCode } from "./refusal";
import type { Settings } from "./settings";
import { countedAddress } from "./form-submission";

/** Header with the client's network address, always overwritten by our own server. */
export const CLIENT_ADDRESS = "x-client-address";

/** Unknown network addresses share one allowance, which is larger. */
const UNKNOWN = { key: "unknown", times: 50 };

interface Counting {
  db: Database;
  settings(): Settings;
}

/**
 * Limits how often a form is accepted: per network and form and, where an e-mail address is given, per network and address and per address.
 * Refusals of a network do not count for the address, so that strangers cannot use up its owner's allowance.
 *
 * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
 */
export async function enforceFormLimit(
  { db, settings }: Counting,
  request: Request,
  form: string,
  email?: string,
): Promise<void> {
  await admitFromNetwork({ db, settings }, request, form, email);
  if (email !== undefined) await admitForEmail({ db, settings }, form, email);
}

/**
 * As `admit`, for a form that looks something up by a secret and an e-mail address: only failed look-ups count for the address, so that
 * strangers who guess cannot lock out the owner, who knows the secret.
 *
 * @throws {Refusal} as `look`; `too-many-requests` as `admit`, also instead of `unknown` once too many look-ups of the address found
 * nothing.
 */
export async function admitLookup<T>(
  counting: Counting,
  request: Request,
  { form, email, unknown }: { form: string; email: string; unknown: RefusalCode },
  look: () => Promise<T>,
): Promise<T> {
  await admitFromNetwork(counting, request, form, email);
  try {
    return await look();
  } catch (error) {
    if (error instanceof Refusal && error.code === unknown) await admitForEmail(counting, form, email);
    throw error;
  }
}

async function admitFromNetwork({ db, settings }: Counting, request: Request, form: string, email?: string) {
  const { seconds, perNetwork, perNetworkAndEmail } = settings().formLimits;
  await enforceNetworkLimit(db, request, { name: `${form}-network`, times: perNetwork, seconds });
  if (email === undefined) return;
  await enforceNetworkLimit(
    db,
    request,
    { name: `${form}-pair`, times: perNetworkAndEmail, seconds },
    mailboxKey(email),
  );
}

async function admitForEmail({ db, settings }: Counting, form: string, email: string): Promise<void> {
  const { seconds, perEmail } = settings().formLimits;
  await enforceAllowance(db, { name: `${form}-email`, times: perEmail, seconds }, mailboxKey(email));
}

/**
 * Limits how often the network of a request may do something; `about` counts subjects separately.
 *
 * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
 */
export async function enforceNetworkLimit(
  db: Database,
  request: Pick<Request, "headers">,
  allowance: Allowance,
  about?: string,
): Promise<void> {
  const { key, ...own } = ofNetwork(request, allowance, about);
  await enforceAllowance(db, own, key);
}

/** An act of a request's network, counted once: by the statement that does it, or apart. */
export interface NetworkAct {
  /**
   * Counts by a statement of the caller's, unless it was counted: `ask` gets the counter as `consumeWith` has it, and how many acts are
   * allowed. False where it was counted before, and nothing was asked.
   *
   * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
   */
  countWith(ask: (counter: SQL, times: number) => Promise<Count>): Promise<boolean>;
  /** Counts by a statement of its own what was not counted yet. Throws as `countWith`. */
  countApart(): Promise<void>;
}

/** An act of a request's network within an allowance, not counted yet. */
export function networkAct(db: Database, request: Pick<Request, "headers">, allowance: Allowance): NetworkAct {
  const { key, ...own } = ofNetwork(request, allowance);
  let isCounted = false;
  return {
    async countWith(ask) {
      if (isCounted) return false;
      const retryAfter = await consumeWith(db, own, key, (counter) => ask(counter, own.times));
      isCounted = true;
      if (retryAfter > 0) throw tooMany(retryAfter);
      return true;
    },
    async countApart() {
      if (isCounted) return;
      isCounted = true;
      await enforceAllowance(db, own, key);
    },
  };
}

/** Allowance and key of a request's network. */
function ofNetwork(
  request: Pick<Request, "headers">,
  allowance: Allowance,
  about?: string,
): Allowance & { key: string } {
  const network = addressPrefix(request.headers.get(CLIENT_ADDRESS));
  const times = network === undefined ? UNKNOWN.times * allowance.times : allowance.times;
  return { ...allowance, times, key: [network ?? UNKNOWN.key, about].filter(Boolean).join(" ") };
}

/** Recipient of a letter caused by a form, and the network (`formNetwork`) that sent the form, if any. */
export interface FormRecipient {
  email: string;
  network?: string | undefined;
}

/** Network of a form, by which its letters are counted. */
export const formNetwork = (request: Pick<Request, "headers">): string =>
  addressPrefix(request.headers.get(CLIENT_ADDRESS)) ?? UNKNOWN.key;

/**
 * Enqueues a letter to an address typed into a form, which may be a stranger's: limited per day, kind, recipient and network. Returns 0,
 * or, when the limit is reached and no letter is enqueued, the seconds to wait; the sender of the form is not told.
 */
export async function enqueueFormLetter(
  { jobs, settings }: { jobs: Jobs; settings(): Settings },
  tx: Database,
  { email, network = "none" }: FormRecipient,
  { name, payload, key }: { name: string; payload: object; key: string },
): Promise<number> {
  const wait = await letterWait(tx, settings().formLettersPerDay, `${mailboxKey(email)} ${name}`, network);
  if (wait > 0) log.warn({ letter: name }, "a letter is not sent: its recipient has had those of the day");
  else await jobs.enqueue(tx, name, payload, { key });
  return wait;
}

/**
 * Daily letters to a mailbox from several networks, as a multiple of one network's allowance: strangers need more networks than this to use
 * up an owner's letters.
 */
const NETWORKS = 4;

/** Counts a letter; returns the seconds to wait, or 0. Networks beyond the first share one allowance. */
async function letterWait(tx: Database, times: number, about: string, network: string): Promise<number> {
  const counted = (what: string, most: number, key: string) =>
    consume(tx, { name: `form-letters-${what}`, times: most, seconds: 86_400 }, key);
  const ofNetwork = `${about} ${network}`;
  if ((await counted("first", 1, ofNetwork)) === 0) return counted("firsts", NETWORKS * times, about);
  return (await counted("network", times - 1, ofNetwork)) || counted("further", times, about);
}

async function enforceAllowance(db: Database, allowance: Allowance, key: string): Promise<void> {
  const retryAfter = await consume(db, allowance, key);
  if (retryAfter > 0) throw tooMany(retryAfter);
}

const tooMany = (retryAfter: number) => new Refusal("too-many-requests", { details: { retryAfter } });

/** Key for counting letters to a mailbox: hashed, so that the table of limits contains no address. */
export const mailboxKey = (email: string): string =>
  createHash("sha256").update(countedAddress(email)).digest("base64url").slice(0, 22);
