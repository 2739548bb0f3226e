import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "~/platform/database.server";
import { type Allowance, consume } from "~/platform/rate-limit.server";
import type { Sealer } from "~/platform/sealing.server";
import { type Account, accountByEmail } from "./account.server";
import { takeAuthenticatorCode } from "./authenticator.server";
import { readCode } from "./recovery-code";
import { type HashQueue, HashQueueFull } from "./hash-queue.server";
import { isKnownHere } from "./known-browser.server";
import { recordMemberEvent } from "./member-events.server";
import { memberOfPasskey, type RelyingParty } from "./passkeys.server";
import { isPassphrase } from "./passphrases.server";
import { takeRecoveryCode } from "./recovery-codes.server";
import { openSession } from "./sessions.server";
import { signInLimits, SLOW_DOWN_MS } from "./sign-in-limits";
import type { Visitor } from "./visitor";

/** Services that signing in needs. */
export interface Door {
  db: Database;
  sealer: Sealer;
  hashes: HashQueue;
  /** How a try waits for its turn to be hashed, so that it keeps nobody else waiting; nothing when too many wait so. */
  aside?<T>(wait: () => Promise<T>): Promise<T | undefined>;
}

/** A member who came in, or why not. The words are the same for whatever was wrong. */
export type SignIn =
  | { ok: true; token: string; memberId: string; codesLeft?: number }
  | { ok: false; reason: "wrong" }
  | { ok: false; reason: "limited"; retryAfter: number };

/** After how many seconds to come again when too many are hashed. */
const BUSY_SECONDS = 5;

const WRONG = { ok: false, reason: "wrong" } as const;

/**
 * Signs in by e-mail, passphrase and a code of the authenticator or a recovery code. Whatever is wrong, one passphrase is hashed,
 * at the same cost. No session exists before the code was right.
 */
export async function signInByPassphrase(
  door: Door,
  typed: { email: string; passphrase: string; code: string },
  visitor: Visitor,
  now: Date,
): Promise<SignIn> {
  const { db, aside = (wait) => wait() } = door;
  const account = await accountByEmail(db, typed.email);
  const isKnown = account !== undefined && isKnownHere(door.sealer, visitor.knownHere, account.id, now);
  const retryAfter = isKnown
    ? await consume(db, signInLimits.known, hashed(visitor.knownHere))
    : await waitOf(db, typed.email, visitor);
  if (retryAfter > 0) return limitedTo(db, account, visitor, retryAfter);

  const right = await aside(async () => {
    if (!isKnown) await slowDown(db, typed.email);
    return hashedOnce(door, { network: visitor.network, isKnown }, account?.passphraseHash, typed.passphrase);
  });
  if (right === undefined) return { ok: false, reason: "limited", retryAfter: BUSY_SECONDS };
  if (!account || !right) return refused(db, account, "passphrase", visitor, WRONG);
  const limited = isKnown
    ? await consume(db, signInLimits.codesKnown, hashed(visitor.knownHere))
    : await consume(db, signInLimits.codes, account.id);
  if (limited > 0) return limitedTo(db, account, visitor, limited);
  const code = await takeCode(door, account, typed.code, now);
  if (!code.isRight) return refused(db, account, "code", visitor, WRONG);

  return db.transaction(async (tx) => {
    const token = await openSession(tx, { memberId: account.id, agent: visitor.agent }, now);
    await recordMemberEvent(tx, {
      kind: "signed-in",
      memberId: account.id,
      details: { by: "passphrase", agent: visitor.agent },
    });
    return { ok: true, token, memberId: account.id, ...(code.left !== undefined && { codesLeft: code.left }) } as const;
  });
}

/** Signs in by a passkey, verified by its user: that is two factors. */
export async function signInByPasskey(
  door: Door,
  party: RelyingParty,
  answer: { response: string; sealed: string },
  visitor: Visitor,
  now: Date,
): Promise<SignIn> {
  const { db } = door;
  const retryAfter = await consume(db, signInLimits.passkeys, visitor.network);
  if (retryAfter > 0) return { ok: false, reason: "limited", retryAfter };
  const memberId = await memberOfPasskey(door, party, answer, now);
  if (!memberId) return refused(db, undefined, "passkey", visitor, WRONG);
  return db.transaction(async (tx) => {
    const token = await openSession(tx, { memberId, agent: visitor.agent }, now);
    await recordMemberEvent(tx, {
      kind: "signed-in",
      memberId: memberId,
      details: { by: "passkey", agent: visitor.agent },
    });
    return { ok: true, token, memberId } as const;
  });
}

/** Takes a code that a member typed, each once; of a recovery code also how many are left. */
export async function takeCode(
  door: Pick<Door, "db" | "sealer">,
  account: Pick<Account, "id" | "totpSecret">,
  typed: string,
  now: Date,
): Promise<{ isRight: boolean; left?: number }> {
  const read = readCode(typed);
  if (!read) return { isRight: false };
  if (read.kind === "authenticator") return { isRight: await takeAuthenticatorCode(door, account, read.code, now) };
  const left = await takeRecoveryCode(door.db, account.id, read.code, now);
  if (left === undefined) return { isRight: false };
  await recordMemberEvent(door.db, { kind: "recovery-code-used", memberId: account.id, details: { left } });
  return { isRight: true, left };
}

/** Whether the passphrase fits, after exactly one hash; nothing when too many wait for theirs. */
async function hashedOnce(
  { hashes }: Door,
  from: { network: string; isKnown: boolean },
  stored: string | null | undefined,
  passphrase: string,
): Promise<boolean | undefined> {
  try {
    return await hashes.run(from, () => isPassphrase(stored, passphrase));
  } catch (error) {
    if (error instanceof HashQueueFull) return undefined;
    throw error;
  }
}

/** Seconds that a network has to wait: first for this account, then for any. */
async function waitOf(db: Database, email: string, { network }: Visitor): Promise<number> {
  const pair = await consume(db, signInLimits.pair, `${network} ${hashed(email)}`);
  return pair > 0 ? pair : consume(db, signInLimits.network, network);
}

/** An account that many networks try is slow for those who are not known, and never shut. */
async function slowDown(db: Database, email: string): Promise<void> {
  const allowance: Allowance = signInLimits.account;
  if ((await consume(db, allowance, hashed(email))) > 0) await pause(SLOW_DOWN_MS);
}

async function refused<T extends SignIn>(
  db: Database,
  account: Account | undefined,
  why: string,
  { network }: Visitor,
  result: T,
): Promise<T> {
  if (await isNoted(db, account, network))
    await recordMemberEvent(db, { kind: "sign-in-refused", memberId: account?.id, details: { why } });
  return result;
}

/** Nothing can be taken out of the log again: who tries without end, from however many networks, does not fill it. */
async function isNoted(db: Database, account: Account | undefined, network: string): Promise<boolean> {
  if (account) return (await consume(db, signInLimits.notedAccount, account.id)) === 0;
  return (
    (await consume(db, signInLimits.notedNetwork, network)) === 0 &&
    (await consume(db, signInLimits.notedNobody, "all")) === 0
  );
}

/** The answer to whoever tried too often. The log says so once for each network: else strangers would fill it without end. */
async function limitedTo(
  db: Database,
  account: Account | undefined,
  visitor: Visitor,
  retryAfter: number,
): Promise<SignIn> {
  const result = { ok: false, reason: "limited", retryAfter } as const;
  const isTold = (await consume(db, signInLimits.noted, visitor.network)) > 0;
  return isTold ? result : refused(db, account, "limited", visitor, result);
}

/** Nobody's address lies in the table of limits. */
export const hashed = (text: string): string =>
  createHash("sha256").update(text.trim().toLowerCase()).digest("base64url").slice(0, 22);
