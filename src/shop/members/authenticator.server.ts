import { and, eq, lt } from "drizzle-orm";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { Database } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberAccounts } from "./members.tables";

/** Seconds by which the member's clock may be off. */
const TOLERANCE = 30;

const PURPOSE = "authenticator secret";

/** A new secret, for an authenticator to read and for a person to type. */
export function newAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}

export const sealSecret = (sealer: Sealer, secret: string): string => sealer.seal(PURPOSE, secret);

/** The step of 30 seconds that a code belongs to; nothing when it is no code of the secret. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Takes a code of a member's authenticator, each once: whether it was good. */
export async function takeAuthenticatorCode(
  { db, sealer }: { db: Database; sealer: Sealer },
  account: { id: string; totpSecret: string | null },
  code: string,
  now: Date,
): Promise<boolean> {
  const secret = account.totpSecret === null ? undefined : sealer.open<string>(PURPOSE, account.totpSecret);
  const step = secret && stepOf(secret, code, now);
  if (!step) return false;
  const taken = await db
    .update(memberAccounts)
    .set({ totpStep: step })
    .where(and(eq(memberAccounts.id, account.id), lt(memberAccounts.totpStep, step)))
    .returning({ id: memberAccounts.id });
  return taken.length > 0;
}
