import type { Transaction } from "~/platform/database.server";
import type { Member, Role } from "~/shop/members/member";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { handOut } from "~/shop/members/member-links.server";
import { type AboutInvitation, isInUse, MEMBER_INVITED, renewWaysIn, type Shop } from "~/shop/members/members.server";
import { requireRight } from "~/shop/members/rights.server";
import { letterPace } from "~/shop/strangers-letters.server";
import { Refusal } from "~/shop/refusal";
import { once } from "./once.server";

/** A link requested by a form: its token is returned once, and never mailed. */
export interface MadeLink {
  saved: true;
  token?: string;
}

/**
 * Invites a person by e-mail. Without a mail server the result contains the link's token, for the owner to pass on. With a mail
 * server the token is made when the letter is written, so that only the recipient sees it.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `submission-foreign`, `address-taken`.
 */
export async function invite(
  { db, jobs }: Shop,
  by: Member,
  { submission, email, role, isMailed }: { submission: string; email: string; role: Role; isMailed: boolean },
  now: Date,
): Promise<MadeLink> {
  await requireRight({ db }, by, "members");
  let token: string | undefined;
  await once({ db }, by, { submission, kind: "invitation", record: email }, async (tx) => {
    if (await isInUse(tx, email))
      throw new Refusal("address-taken", { fields: { email: "This is a member's address already." } });
    await recordMemberEvent(tx, { kind: "link-made", memberId: by.id, details: { kind: "invitation", role } });
    const link = await handOut(tx, "invitation", { email, role }, now);
    const about: AboutInvitation = { link: link.id, email, role, by: by.name };
    if (isMailed) await jobs.enqueue(tx, MEMBER_INVITED, about, await pacedInvitation(tx, by, email, now));
    else token = link.token;
    return { saved: true };
  });
  return { saved: true, ...(token !== undefined && { token }) };
}

/** Invitations of one member wait as letters of a network do, because their addresses are typed, too. */
async function pacedInvitation(
  tx: Transaction,
  by: Member,
  email: string,
  now: Date,
): Promise<{ startAfter?: number }> {
  const { startAfter } = await letterPace(tx, { email, network: `member ${by.id}` }, now);
  return startAfter > 0 ? { startAfter } : {};
}

/**
 * Lets a member set up a new way to sign in, at an owner's request: ends the member's sessions and creates a link for the setup.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`, `submission-foreign`, `record-unknown`.
 */
export async function renewAsOwner(
  { db, jobs }: Shop,
  by: Member,
  { id, submission }: { id: string; submission: string },
  now: Date,
): Promise<MadeLink> {
  await requireRight({ db }, by, "members");
  let token: string | undefined;
  await once({ db }, by, { submission, kind: "renewal", record: id }, async (tx) => {
    token = await renewWaysIn({ db: tx, jobs }, by, id, now);
    if (token === undefined) throw new Refusal("record-unknown");
    return { saved: true };
  });
  return { saved: true, ...(token !== undefined && { token }) };
}
