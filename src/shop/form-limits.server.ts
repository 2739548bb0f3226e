import { createHash } from "node:crypto";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { log } from "~/platform/log.server";
import { addressPrefix } from "~/platform/network-address.server";
import { type Allowance, consume } from "~/platform/rate-limit.server";
import { Refusal, type RefusalCode } from "./refusal";
import type { Settings } from "./settings";
import { countedAddress } from "./form-submission";

/** The network address of whoever asks, written by our own server over whatever the request said. */
export const CLIENT_ADDRESS = "x-client-address";

/** All whose address cannot be read count as one network, which may do so many times more. */
const UNKNOWN = { key: "unknown", times: 50 };

interface Counting {
  db: Database;
  settings(): Settings;
}

/**
 * Lets a form pass as often as a person would send it: counted per form for the network it comes from and, where an e-mail
 * address is given, for both together and for the address. What a network is refused does not count for the address, so that a
 * stranger cannot use up what its owner may do.
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
 * As `admit`, for a form that looks something up by a secret and an e-mail address: for the address alone only look-ups count
 * that find nothing. Who names the secret passes however many strangers guessed, so that they cannot lock the owner out.
 *
 * @throws {Refusal} as `look`; `too-many-requests` as `admit`, also instead of `unknown` once too many look-ups of the address
 *   found nothing.
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
 * Lets the network of a request do something so often; with `about`, each thing for itself.
 *
 * @throws {Refusal} `too-many-requests` with the seconds to wait in `details.retryAfter`.
 */
export async function enforceNetworkLimit(
  db: Database,
  request: Pick<Request, "headers">,
  allowance: Allowance,
  about?: string,
): Promise<void> {
  const network = addressPrefix(request.headers.get(CLIENT_ADDRESS));
  const times = network === undefined ? UNKNOWN.times * allowance.times : allowance.times;
  const key = [network ?? UNKNOWN.key, about].filter(Boolean).join(" ");
  await enforceAllowance(db, { ...allowance, times }, key);
}

/** Who gets a letter because an address was typed into a form, and the network that typed it (`formNetwork`), where one did. */
export interface FormRecipient {
  email: string;
  network?: string | undefined;
}

/** The network that a form comes from, as its letters are counted. */
export const formNetwork = (request: Pick<Request, "headers">): string =>
  addressPrefix(request.headers.get(CLIENT_ADDRESS)) ?? UNKNOWN.key;

/**
 * Asks for a letter to an address that somebody typed into a form and that need not be theirs: so many a day of each kind for each
 * recipient and network. Answers 0, or, when those are used up and no letter is asked for, the seconds until it may be; whoever sent
 * the form hears nothing of it.
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
 * First letters of a day that one mailbox gets, in multiples of a network's allowance: strangers need more networks than these to use up an
 * owner's letters.
 */
const NETWORKS = 4;

/** Counts a letter; the seconds to wait, or 0. Beside the first ones of networks the others together are no more than a network's own. */
async function letterWait(tx: Database, times: number, about: string, network: string): Promise<number> {
  const counted = (what: string, most: number, key: string) =>
    consume(tx, { name: `form-letters-${what}`, times: most, seconds: 86_400 }, key);
  const ofNetwork = `${about} ${network}`;
  if ((await counted("first", 1, ofNetwork)) === 0) return counted("firsts", NETWORKS * times, about);
  return (await counted("network", times - 1, ofNetwork)) || counted("further", times, about);
}

async function enforceAllowance(db: Database, allowance: Allowance, key: string): Promise<void> {
  const retryAfter = await consume(db, allowance, key);
  if (retryAfter > 0) throw new Refusal("too-many-requests", { details: { retryAfter } });
}

/** Key by which letters to a mailbox are counted: a hash, so that the table of limits holds no address. */
export const mailboxKey = (email: string): string =>
  createHash("sha256").update(countedAddress(email)).digest("base64url").slice(0, 22);
