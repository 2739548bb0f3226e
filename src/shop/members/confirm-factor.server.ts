import { eq } from "drizzle-orm";
import { consume } from "~/platform/rate-limit.server";
import { memberAccounts } from "./members.tables";
import { memberOfPasskey, type RelyingParty } from "./passkeys.server";
import type { Session } from "./session";
import { confirmSession } from "./sessions.server";
import { type Door, takeCode } from "./sign-in.server";
import { signInLimits } from "./sign-in-limits";

/** Second factor that a member shows again during a session: a code or a passkey's response. */
export type Shown = { code: string } | { response: string; sealed: string; party: RelyingParty };

/** Checks a second factor of the session's member; it is then valid for ten minutes. */
export async function confirmFactor(
  door: Pick<Door, "db" | "sealer">,
  { id, member }: Session,
  shown: Shown,
  now: Date,
): Promise<"confirmed" | "wrong" | "limited"> {
  const { db } = door;
  if ((await consume(db, signInLimits.codesInside, id)) > 0) return "limited";
  if (!(await isShown(door, member.id, shown, now))) return "wrong";
  await confirmSession(db, id, now);
  return "confirmed";
}

async function isShown(door: Pick<Door, "db" | "sealer">, memberId: string, shown: Shown, now: Date): Promise<boolean> {
  if ("response" in shown) return (await memberOfPasskey(door, shown.party, shown, now)) === memberId;
  const [account] = await door.db.select().from(memberAccounts).where(eq(memberAccounts.id, memberId));
  return account !== undefined && (await takeCode(door, account, shown.code, now)).isRight;
}
