import { and, eq, lt } from "drizzle-orm";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { Database } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberAccounts } from "./members.tables";

/** Seconds by which the clock of a member's authenticator may deviate. */
const TOLERANCE = 30;

const PURPOSE = "authenticator secret";

/** Creates a secret: as a URI for authenticator apps, and as text for typing. */
export function newAuthenticator(issuer: string, label: string): { secret: string; uri: string } {
  const secret = generateSecret();
  return { secret, uri: generateURI({ issuer, label, secret }) };
}

export const sealSecret = (sealer: Sealer, secret: string): string => sealer.seal(PURPOSE, secret);

/** Time step (30 seconds) in which a code is valid; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: TOLERANCE,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}

/** Accepts a code of a member's authenticator; returns false for a wrong code and for one that was used before. */
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
