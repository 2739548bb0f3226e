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

/** Request header with the client's network address; our own server always overwrites it. */
export const CLIENT_ADDRESS = "x-client-address";

/** Allowance of clients with an unknown network address: they share one key, with 50 times as many requests. */
const UNKNOWN = { key: "unknown", times: 50 };

interface Counting {
  db: Database;
  settings(): Settings;
}

/**
 * Limits how often a form is accepted: per network, per network and e-mail address, and per e-mail address. Requests refused for
 * a network do not count for the address, so that strangers cannot use up the allowance of its owner.
 *
 * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
 */
export async function enforceFormLimit(
  { db, settings }: Counting,
  request: Request,
  form: string,
  email?: string,
): Promise<void> {
  await enforceLimitOfNetwork({ db, settings }, request, form, email);
  if (email !== undefined) await admitForEmail({ db, settings }, form, email);
}

/**
 * Runs `look`, which finds something by a secret and an e-mail address, within the limits of `enforceFormLimit`. Only failed
 * look-ups count for the address, so that strangers who guess cannot lock out its owner.
 *
 * @throws {Refusal} as `look`; `too-many-requests` as `enforceFormLimit`, also instead of `unknown` after too many failed
 * look-ups of the address.
 */
export async function admitLookup<T>(
  counting: Counting,
  request: Request,
  { form, email, unknown }: { form: string; email: string; unknown: RefusalCode },
  look: () => Promise<T>,
): Promise<T> {
  await enforceLimitOfNetwork(counting, request, form, email);
  try {
    return await look();
  } catch (error) {
    if (error instanceof Refusal && error.code === unknown) await admitForEmail(counting, form, email);
    throw error;
  }
}

/**
 * Limits how often a form is accepted per network, and per network and e-mail address.
 *
 * @throws {Refusal} as `enforceFormLimit`.
 */
export async function enforceLimitOfNetwork(
  { db, settings }: Counting,
  request: Request,
  form: string,
  email?: string,
): Promise<void> {
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
 * Limits how often the network of a request may do something; `about` names a subject with a count of its own.
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

/** Counts one request of a network against its allowance, only once, whichever method is called. */
export interface NetworkAct {
  /**
   * Counts the request within the caller's own SQL statement: `ask` receives the counter for `consumeWith` and the number of
   * allowed requests. Returns false, without calling `ask`, if the request was counted before.
   *
   * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
   */
  countWith(ask: (counter: SQL, times: number) => Promise<Count>): Promise<boolean>;
  /** Counts the request by a statement of its own, unless it was counted before. Throws as `countWith`. */
  countApart(): Promise<void>;
}

/** Counter for a request of a network within an allowance; nothing is counted yet. */
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

/** Key of a request's network, and its allowance. */
function ofNetwork(
  request: Pick<Request, "headers">,
  allowance: Allowance,
  about?: string,
): Allowance & { key: string } {
  const network = networkIn(request);
  const times = network === undefined ? UNKNOWN.times * allowance.times : allowance.times;
  return { ...allowance, times, key: [network ?? UNKNOWN.key, about].filter(Boolean).join(" ") };
}

/** Recipient of a letter caused by a form, and the network that sent the form (`formNetwork`), if any. */
export interface FormRecipient {
  email: string;
  network?: string | undefined;
  /** Seconds for which the letter waits. */
  startAfter?: number;
}

/** Network of a request, for `networkWait`. */
export const networkIn = (request: Pick<Request, "headers">): string | undefined =>
  addressPrefix(request.headers.get(CLIENT_ADDRESS));

/** Network of a form's request; letters are counted by it. */
export const formNetwork = (request: Pick<Request, "headers">): string => networkIn(request) ?? UNKNOWN.key;

/**
 * Enqueues a letter to an e-mail address typed into a form, which may belong to a stranger. Limited per day, kind of letter,
 * recipient and network. Returns 0, or the seconds to wait if the limit is reached and no letter is enqueued; the shopper is not
 * informed of it. The letter goes after `startAfter` seconds, which `letterPace` returns.
 */
export async function enqueueFormLetter(
  { jobs, settings }: { jobs: Jobs; settings(): Settings },
  tx: Database,
  { email, network = "none", startAfter = 0 }: FormRecipient,
  { name, payload, key }: { name: string; payload: object; key: string },
): Promise<number> {
  const about = { mailbox: `${mailboxKey(email)} ${name}`, isTagged: countedAddress(email) !== email.toLowerCase() };
  const wait = await letterWait(tx, settings().formLettersPerDay, about, network);
  if (wait > 0) log.warn({ letter: name }, "a letter is not sent: its recipient has had those of the day");
  else await jobs.enqueue(tx, name, payload, { key, ...(startAfter > 0 && { startAfter }) });
  return wait;
}

/**
 * Maximum daily number of first letters to one mailbox from all networks, as a multiple of the setting `formLettersPerDay`.
 * Strangers need more networks than this to block letters to the owner of a mailbox.
 */
const NETWORKS = 4;

/** Recipient of a letter as letters are counted, and whether its address has a tag or dots that its mailbox ignores. */
interface Counted {
  mailbox: string;
  isTagged: boolean;
}

/**
 * Counts a letter; returns the seconds to wait, or 0 if the letter may be sent. Each network's first letter counts against one
 * shared allowance, all further letters against another. Beyond them one letter goes to the mailbox's plain address, which letters to
 * tagged ones cannot take.
 */
async function letterWait(tx: Database, times: number, about: Counted, network: string): Promise<number> {
  const wait = await sharedWait(tx, times, about.mailbox, network);
  if (wait === 0 || about.isTagged || times === 0) return wait;
  return consume(tx, { name: "form-letters-plain", times: 1, seconds: 86_400 }, about.mailbox);
}

async function sharedWait(tx: Database, times: number, about: string, network: string): Promise<number> {
  const counted = (what: string, most: number, key: string) =>
    consume(tx, { name: `form-letters-${what}`, times: most, seconds: 86_400 }, key);
  const ofNetwork = `${about} ${network}`;
  if ((await counted("first", 1, ofNetwork)) === 0) return counted("firsts", NETWORKS * times, about);
  return (await counted("network", times - 1, ofNetwork)) || counted("further", times, about);
}

/**
 * Counts an act of a network, given as `addressPrefix` returns it; undefined if it is not known. Returns the seconds to wait, 0 if
 * the act is allowed now.
 */
export const networkWait = (db: Database, allowance: Allowance, network: string | undefined): Promise<number> =>
  consume(
    db,
    network === undefined ? { ...allowance, times: UNKNOWN.times * allowance.times } : allowance,
    network ?? UNKNOWN.key,
  );

async function enforceAllowance(db: Database, allowance: Allowance, key: string): Promise<void> {
  const retryAfter = await consume(db, allowance, key);
  if (retryAfter > 0) throw tooMany(retryAfter);
}

const tooMany = (retryAfter: number) => new Refusal("too-many-requests", { details: { retryAfter } });

/** Key for counting letters to a mailbox; a hash, so that the table of limits contains no address. */
export const mailboxKey = (email: string): string =>
  createHash("sha256").update(countedAddress(email)).digest("base64url").slice(0, 22);
