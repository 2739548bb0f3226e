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
import { recordMemberEvent } from "./record-member-event.server";
import { memberOfPasskey, type RelyingParty } from "./passkeys.server";
import { isPassphrase } from "./passphrases.server";
import { takeRecoveryCode } from "./recovery-codes.server";
import { openSession } from "./sessions.server";
import { signInLimits, SLOW_DOWN_MS } from "./sign-in-limits";
import type { Visitor } from "./visitor";

/** Services that signing in uses. */
export interface Door {
  db: Database;
  sealer: Sealer;
  hashes: HashQueue;
  /** Runs `wait` without occupying the render queue; returns undefined if too many requests wait. */
  aside?<T>(wait: () => Promise<T>): Promise<T | undefined>;
}

/** Result of signing in. The reason `wrong` does not reveal what was wrong; `limited` has the seconds to wait. */
export type SignIn =
  | { ok: true; token: string; memberId: string; codesLeft?: number }
  | { ok: false; reason: "wrong" }
  | { ok: false; reason: "limited"; retryAfter: number };

/** Seconds in the Retry-After header if too many hashes wait. */
const BUSY_SECONDS = 5;

const WRONG = { ok: false, reason: "wrong" } as const;

/**
 * Signs in by e-mail address, passphrase, and a code of the authenticator or a recovery code. Exactly one passphrase is hashed,
 * at the same cost, whatever is wrong. A session is created only after the code was verified.
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
  // To a stranger's browser "limited" would say that the passphrase is right.
  if (limited > 0)
    return isKnown ? limitedTo(db, account, visitor, limited) : refused(db, account, "limited", visitor, WRONG);
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

/** Signs in by a passkey with user verification, which counts as two factors. */
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

/** Accepts a code once; for a recovery code also returns the number of remaining codes. */
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

/** Whether the passphrase matches, after exactly one hash; undefined if too many hashes wait. */
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

/** Seconds that a network has to wait, because of its attempts on this account or on all accounts; 0 if it may try. */
async function waitOf(db: Database, email: string, { network }: Visitor): Promise<number> {
  const pair = await consume(db, signInLimits.pair, `${network} ${hashed(email)}`);
  return pair > 0 ? pair : consume(db, signInLimits.network, network);
}

/**
 * Delays an attempt on an account that is attacked from many networks. Attempts from known browsers are not delayed, and the
 * account is never locked.
 */
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

/**
 * Whether to log a failed attempt. Entries are limited, because the log is append-only and attempts from many networks are
 * endless.
 */
async function isNoted(db: Database, account: Account | undefined, network: string): Promise<boolean> {
  if (account) return (await consume(db, signInLimits.notedAccount, account.id)) === 0;
  return (
    (await consume(db, signInLimits.notedNetwork, network)) === 0 &&
    (await consume(db, signInLimits.notedNobody, "all")) === 0
  );
}

/** Result after too many attempts; logs the limit once per network, so that strangers cannot fill the log. */
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

/** Hash of an e-mail address or of a known browser's cookie, so that the table of limits contains neither. */
export const hashed = (text: string): string =>
  createHash("sha256").update(text.trim().toLowerCase()).digest("base64url").slice(0, 22);
