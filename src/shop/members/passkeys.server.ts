import { Buffer } from "node:buffer";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberAccounts, memberPasskeys, usedChallenges } from "./members.tables";

interface Door {
  db: Database;
  sealer: Sealer;
}

/** Web origin for which passkeys are created and checked. */
export interface RelyingParty {
  /** Origin of the back office, e.g. https://shop.example. */
  origin: string;
  shopName: string;
}

/** Options for the browser's passkey dialog, and the sealed challenge that the browser sends back with its answer. */
export interface PasskeyQuestion<Options> {
  options: Options;
  sealed: string;
}

const hostOf = ({ origin }: Pick<RelyingParty, "origin">): string => new URL(origin).hostname;

/** COSE numbers of EdDSA, ES256 and RS256, which authenticators support and Node.js implements without experimental features. */
const ALGORITHMS = [-8, -7, -257];

const SECONDS = 300;
const ASK = "passkey question";
const MAKE = "passkey registration";

/** Options that ask for any passkey of this host, with user verification. */
export async function passkeyQuestion({ sealer }: Door, party: RelyingParty) {
  const options = await generateAuthenticationOptions({ rpID: hostOf(party), userVerification: "required" });
  return { options, sealed: sealer.seal(ASK, options.challenge, SECONDS) };
}

/** Id of the member whose passkey answered; undefined for an invalid answer. */
export async function memberOfPasskey(
  { db, sealer }: Door,
  party: RelyingParty,
  answer: { response: string; sealed: string },
  now: Date,
): Promise<string | undefined> {
  const challenge = sealer.open<string>(ASK, answer.sealed, now);
  const response = read<AuthenticationResponseJSON>(answer.response);
  if (!challenge || !response) return undefined;
  const [passkey] = await db
    .select({
      id: memberPasskeys.id,
      memberId: memberPasskeys.memberId,
      publicKey: memberPasskeys.publicKey,
      counter: memberPasskeys.counter,
      rpId: memberPasskeys.rpId,
    })
    .from(memberPasskeys)
    .innerJoin(memberAccounts, eq(memberAccounts.id, memberPasskeys.memberId))
    .where(and(eq(memberPasskeys.id, response.id), isNull(memberAccounts.endedAt)));
  if (!passkey || passkey.rpId !== hostOf(party)) return undefined;

  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: passkey.rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!verified?.verified || !(await isFirstAnswer(db, challenge, now))) return undefined;
  const { newCounter: counter } = verified.authenticationInfo;
  // A cloned key sends the same counter, which only the first request can advance.
  const moved = await db
    .update(memberPasskeys)
    .set({ counter, usedAt: now })
    .where(and(eq(memberPasskeys.id, passkey.id), eq(memberPasskeys.counter, passkey.counter)))
    .returning({ id: memberPasskeys.id });
  return moved.length > 0 ? passkey.memberId : undefined;
}

/** Whether a challenge is answered for the first time; concurrent processes accept it only once. */
async function isFirstAnswer(db: Database, challenge: string, now: Date): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + SECONDS * 1000);
  const first = await db
    .insert(usedChallenges)
    .values({ challenge, expiresAt })
    .onConflictDoNothing()
    .returning({ challenge: usedChallenges.challenge });
  return first.length > 0;
}

/** Options for creating a passkey of a member. */
export async function passkeyToMake({ db, sealer }: Door, party: RelyingParty, memberId: string) {
  const [account] = await db.select().from(memberAccounts).where(eq(memberAccounts.id, memberId));
  if (!account) throw new Error("There is no such member.");
  const present = await db
    .select({ id: memberPasskeys.id })
    .from(memberPasskeys)
    .where(eq(memberPasskeys.memberId, memberId));
  const options = await generateRegistrationOptions({
    rpName: party.shopName,
    rpID: hostOf(party),
    userName: account.email,
    userDisplayName: account.name,
    userID: new Uint8Array(Buffer.from(account.passkeyUser, "base64url")),
    excludeCredentials: present,
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options, sealed: sealer.seal(MAKE, [memberId, options.challenge], SECONDS) };
}

/** Stores a new passkey of a member; returns false if it is not valid for this host or was created without user verification. */
export async function addPasskey(
  { db, sealer }: Door,
  party: RelyingParty,
  memberId: string,
  answer: { response: string; sealed: string; name: string },
  now: Date,
): Promise<boolean> {
  const [asked, challenge] = sealer.open<[string, string]>(MAKE, answer.sealed, now) ?? [];
  const response = read<RegistrationResponseJSON>(answer.response);
  if (asked !== memberId || !challenge || !response) return false;
  const made = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: hostOf(party),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!made?.verified || !(await isFirstAnswer(db, challenge, now))) return false;
  const { credential, credentialBackedUp } = made.registrationInfo;
  const stored = await db
    .insert(memberPasskeys)
    .values({
      id: credential.id,
      memberId,
      rpId: hostOf(party),
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
      isBackedUp: credentialBackedUp,
      name: answer.name,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: memberPasskeys.id });
  return stored.length > 0;
}

export async function sweepChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(usedChallenges).where(lt(usedChallenges.expiresAt, now));
}

function read<T extends { id: string }>(json: string): T | undefined {
  try {
    const value: unknown = JSON.parse(json);
    const hasId = typeof value === "object" && value !== null && "id" in value && typeof value.id === "string";
    return hasId && !(value as T).id.includes("\0") ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}
