import { createHash } from "node:crypto";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { log } from "~/platform/log.server";
import { addressPrefix, type Allowance, consume } from "~/platform/rate-limit.server";
import { Refusal } from "./refusal";
import type { Settings } from "./settings";
import { countedAddress } from "./submission";

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
  const { seconds, perNetwork, perNetworkAndEmail, perEmail } = settings().formLimits;
  await enforceNetworkLimit(db, request, { name: `${form}-network`, times: perNetwork, seconds });
  if (email === undefined) return;
  const address = addressKey(email);
  await enforceNetworkLimit(db, request, { name: `${form}-pair`, times: perNetworkAndEmail, seconds }, address);
  await enforceAllowance(db, { name: `${form}-email`, times: perEmail, seconds }, address);
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

/**
 * Asks for a letter to an address that somebody typed into a form and that need not be theirs: so many a day for each
 * recipient, over all forms. Answers 0, or, when those are used up and no letter is asked for, the seconds until it may be;
 * whoever sent the form hears nothing of it.
 */
export async function enqueueFormLetter(
  { jobs, settings }: { jobs: Jobs; settings(): Settings },
  tx: Database,
  email: string,
  { name, payload, key }: { name: string; payload: object; key: string },
): Promise<number> {
  const allowance = { name: "form-letters", times: settings().formLettersPerDay, seconds: 86_400 };
  const wait = await consume(tx, allowance, addressKey(email));
  if (wait > 0) log.warn({ letter: name }, "a letter is not sent: its recipient has had those of the day");
  else await jobs.enqueue(tx, name, payload, { key });
  return wait;
}

async function enforceAllowance(db: Database, allowance: Allowance, key: string): Promise<void> {
  const retryAfter = await consume(db, allowance, key);
  if (retryAfter > 0) throw new Refusal("too-many-requests", { details: { retryAfter } });
}

/** What an address is counted by: nobody's address lies in the table of limits. */
const addressKey = (email: string): string =>
  createHash("sha256").update(countedAddress(email)).digest("base64url").slice(0, 22);
