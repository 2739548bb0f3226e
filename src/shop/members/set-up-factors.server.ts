import { and, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import { consume } from "~/platform/rate-limit.server";
import type { Sealer } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { dayIn } from "~/shop/shop-time";
import { linkLasts } from "./link-kinds";
import { newAuthenticator, sealSecret, stepOf } from "./authenticator.server";
import { requireFactor } from "./factor";
import { factorsOf, isComplete } from "./factors.server";
import { closeOwnerLink } from "./first-owner.server";
import type { Member } from "./member";
import { recordMemberEvent } from "./record-member-event.server";
import { openLink, useLink, withdrawResets } from "./member-links.server";
import { tell } from "./members.server";
import { memberAccounts, memberPasskeys, memberSessions } from "./members.tables";
import { addPasskey, type RelyingParty } from "./passkeys.server";
import { hashPassphrase, passphraseComplaint } from "./passphrases.server";
import { renewRecoveryCodes } from "./recovery-codes.server";
import { endSessions } from "./sessions.server";
import { type Door, takeCode } from "./sign-in.server";
import { signInLimits } from "./sign-in-limits";

interface Shop {
  db: Database;
  jobs: Jobs;
  sealer: Sealer;
}

const SETUP = "authenticator to set up";
const SETUP_SECONDS = 3600;

/** Creates a secret for a new authenticator; it is stored after the member typed a first code. */
export function authenticatorToSetUp(sealer: Sealer, shopName: string, member: Member) {
  const { secret, uri } = newAuthenticator(shopName, member.email);
  return { secret, uri, sealed: sealer.seal(SETUP, [member.id, secret], SETUP_SECONDS) };
}

/**
 * Secret of an authenticator that a form sent back, so that the page shows the same secret after a wrong code; undefined if it is
 * invalid or of another member.
 */
export const shownSecret = (sealer: Sealer, sealed: string, memberId: string): string | undefined => {
  const [id, secret] = sealer.open<[string, string]>(SETUP, sealed) ?? [];
  return id === memberId ? secret : undefined;
};

/**
 * Sets passphrase and authenticator, and ends all other sessions. Returns errors by field; undefined on success.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function setPassphraseAndCode(
  { db, jobs, sealer }: Shop,
  member: Member,
  typed: { passphrase: string; code: string; sealed: string; session: string },
  shopName: string,
  now: Date,
): Promise<Record<string, string> | undefined> {
  requireFactor(member);
  const complaint = await passphraseComplaint(typed.passphrase, [shopName, member.name, member.email]);
  if (complaint) return { passphrase: complaint };
  const secret = shownSecret(sealer, typed.sealed, member.id);
  if (!secret) return { code: "This page stood open too long. Scan the new picture and type its code." };
  const step = stepOf(secret, typed.code.replaceAll(/\s/g, ""), now);
  if (step === undefined) return { code: "This is not the code your app shows now. Is the clock of your phone right?" };
  const passphraseHash = await hashPassphrase(typed.passphrase);
  await db.transaction(async (tx) => {
    await tx
      .update(memberAccounts)
      .set({ passphraseHash, totpSecret: sealSecret(sealer, secret), totpStep: step })
      .where(eq(memberAccounts.id, member.id));
    await endSessions(tx, member.id, typed.session);
    await recordMemberEvent(tx, {
      kind: "factor-added",
      memberId: member.id,
      details: { factor: "passphrase and code" },
    });
    await tell({ db: tx, jobs }, member, "factor");
  });
  return undefined;
}

/**
 * Changes a member's passphrase and ends all other sessions. Returns an error message; undefined on success.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function changePassphrase(
  { db, jobs }: Shop,
  member: Member,
  { passphrase, session }: { passphrase: string; session: string },
  shopName: string,
): Promise<string | undefined> {
  requireFactor(member);
  const complaint = await passphraseComplaint(passphrase, [shopName, member.name, member.email]);
  if (complaint) return complaint;
  const passphraseHash = await hashPassphrase(passphrase);
  await db.transaction(async (tx) => {
    await tx.update(memberAccounts).set({ passphraseHash }).where(eq(memberAccounts.id, member.id));
    await endSessions(tx, member.id, session);
    await recordMemberEvent(tx, { kind: "factor-added", memberId: member.id, details: { factor: "passphrase" } });
    await tell({ db: tx, jobs }, member, "passphrase");
  });
  return undefined;
}

/**
 * Sets a new passphrase by the link of a letter and a code; the letter alone is not sufficient. Ends all sessions. Returns errors
 * by field; undefined on success.
 */
export async function resetPassphrase(
  door: Door & { jobs: Jobs },
  typed: { link: string; passphrase: string; code: string },
  shopName: string,
  now: Date,
): Promise<Record<string, string> | undefined> {
  const { db, jobs } = door;
  const link = await openLink(db, ["reset"], typed.link, now);
  const over = { link: `This link was used, or is older than ${linkLasts("reset")}. Ask for a new one.` };
  if (!link?.memberId) return over;
  const [account] = await db.select().from(memberAccounts).where(eq(memberAccounts.id, link.memberId));
  if (!account || account.endedAt) return over;
  const complaint = await passphraseComplaint(typed.passphrase, [shopName, account.name, account.email]);
  if (complaint) return { passphrase: complaint };
  if ((await consume(db, signInLimits.codes, account.id)) > 0)
    return { code: "Too many wrong codes. Wait a quarter of an hour, then try again." };
  if (!(await takeCode(door, account, typed.code, now)).isRight)
    return { code: "This code is wrong or was used. Wait for the next one, or use a recovery code." };
  const passphraseHash = await hashPassphrase(typed.passphrase);
  const isFirst = await db.transaction(async (tx) => {
    if (!(await useLink(tx, link.id, now))) return false;
    await tx.update(memberAccounts).set({ passphraseHash }).where(eq(memberAccounts.id, account.id));
    await endSessions(tx, account.id);
    await withdrawResets(tx, account.id);
    await recordMemberEvent(tx, {
      kind: "factor-added",
      memberId: account.id,
      details: { factor: "passphrase", by: "letter" },
    });
    await tell({ db: tx, jobs }, account, "passphrase");
    return true;
  });
  return isFirst ? undefined : { link: "This link was used. Ask for a new one." };
}

/**
 * Stores a new passkey and notifies its member; returns false if the passkey is not valid or the account no longer exists.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function addMemberPasskey(
  { db, jobs, sealer, settings }: Shop & Pick<Services, "settings">,
  party: RelyingParty,
  member: Member,
  answer: { response: string; sealed: string },
  now: Date,
): Promise<boolean> {
  requireFactor(member);
  const name = `Passkey of ${dayIn(now, settings().timeZone)}`;
  return db.transaction(async (tx) => {
    if (!(await holdAccount(tx, member.id))) return false;
    if (!(await addPasskey({ db: tx, sealer }, party, member.id, { ...answer, name }, now))) return false;
    await recordMemberEvent(tx, { kind: "factor-added", memberId: member.id, details: { factor: "passkey" } });
    await tell({ db: tx, jobs }, member, "factor");
    return true;
  });
}

/**
 * Creates the first recovery codes during setup. Undefined if the account no longer exists, because the first owner's link was
 * used again.
 */
export const firstRecoveryCodes = (db: Database, memberId: string): Promise<string[] | undefined> =>
  db.transaction(async (tx) => ((await holdAccount(tx, memberId)) ? renewRecoveryCodes(tx, memberId) : undefined));

/** Locks an account until the end of the transaction; returns whether it exists. */
const holdAccount = async (tx: Database, memberId: string): Promise<boolean> => {
  const own = await tx
    .select({ id: memberAccounts.id })
    .from(memberAccounts)
    .where(eq(memberAccounts.id, memberId))
    .for("update");
  return own.length > 0;
};

/**
 * Creates new recovery codes for a signed-in member and notifies the member by letter.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function replaceRecoveryCodes({ db, jobs }: Pick<Shop, "db" | "jobs">, member: Member): Promise<string[]> {
  requireFactor(member);
  return db.transaction(async (tx) => {
    const codes = await renewRecoveryCodes(tx, member.id);
    await recordMemberEvent(tx, { kind: "factor-added", memberId: member.id, details: { factor: "recovery codes" } });
    await tell({ db: tx, jobs }, member, "factor");
    return codes;
  });
}

/**
 * Removes a passkey, unless the remaining factors would not be sufficient.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function removePasskey(
  { db, jobs }: Shop,
  member: Member,
  id: string,
): Promise<"removed" | "needed" | "gone"> {
  requireFactor(member);
  return db.transaction(async (tx) => {
    // Lock the account, so that two windows cannot remove one passkey each.
    await holdAccount(tx, member.id);
    const factors = await factorsOf(tx, member.id);
    const left = factors.passkeys.filter((passkey) => passkey.id !== id);
    if (left.length === factors.passkeys.length) return "gone";
    if (!isComplete({ ...factors, passkeys: left })) return "needed";
    await tx.delete(memberPasskeys).where(and(eq(memberPasskeys.memberId, member.id), eq(memberPasskeys.id, id)));
    await recordMemberEvent(tx, { kind: "factor-removed", memberId: member.id, details: { factor: "passkey" } });
    await tell({ db: tx, jobs }, member, "factor");
    return "removed";
  });
}

/**
 * Finishes the setup in a session once the member has enough factors, so that all screens open; for an owner it also invalidates
 * the first owner's link. Returns whether the setup is finished.
 */
export async function finishSetup(db: Database, member: Member, session: string, now: Date): Promise<boolean> {
  const factors = await factorsOf(db, member.id);
  if (!isComplete(factors) || factors.recoveryCodes === 0) return false;
  await db.update(memberSessions).set({ isForSetup: false }).where(eq(memberSessions.id, session));
  if (member.role === "owner") await closeOwnerLink(db, now);
  return true;
}
