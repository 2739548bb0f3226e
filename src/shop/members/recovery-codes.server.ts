import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { recoveryCode } from "./recovery-code";
import { memberRecoveryCodes } from "./members.tables";

const HOW_MANY = 10;

/**
 * Hash of a recovery code with the member's id, so that the code is valid for one member only. Codes of 80 random bits need no
 * slow hash.
 */
const codeHash = (memberId: string, code: string): string =>
  createHash("sha256")
    .update(`${memberId} ${code.replaceAll("-", "")}`)
    .digest("base64url");

/** Creates ten recovery codes that replace the old ones. They are returned only here, since only their hashes are stored. */
export async function renewRecoveryCodes(db: Database, memberId: string): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, () => recoveryCode(randomBytes(10)));
  await db.transaction(async (tx) => {
    await tx.delete(memberRecoveryCodes).where(eq(memberRecoveryCodes.memberId, memberId));
    await tx
      .insert(memberRecoveryCodes)
      .values(codes.map((code) => ({ codeHash: codeHash(memberId, code), memberId })));
  });
  return codes;
}

/** Accepts a recovery code once; returns the number of remaining codes, undefined for a wrong code. */
export async function takeRecoveryCode(
  db: Database,
  memberId: string,
  code: string,
  now: Date,
): Promise<number | undefined> {
  const taken = await db
    .update(memberRecoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(memberRecoveryCodes.codeHash, codeHash(memberId, code)), isNull(memberRecoveryCodes.usedAt)))
    .returning({ memberId: memberRecoveryCodes.memberId });
  if (taken.length === 0) return undefined;
  const [left] = await db
    .select({ codes: count() })
    .from(memberRecoveryCodes)
    .where(and(eq(memberRecoveryCodes.memberId, memberId), isNull(memberRecoveryCodes.usedAt)));
  return left?.codes ?? 0;
}
