import { z } from "zod";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { roles } from "~/shop/members/member";
import { tell } from "~/shop/members/members.server";
import { storedMember, storeMember } from "~/shop/members/stored-member.server";
import type { RecordKind } from "./record-kind.server";

/** Record kind of a member. Only members themselves can change their name and e-mail address; the last owner keeps the role. */
export const memberRecord: RecordKind = {
  kind: "member",
  right: "members",
  fields: {
    role: { schema: z.enum(roles) },
    endedAt: { schema: z.iso.datetime().nullable() },
    name: {
      schema: ShortText("Please type your name."),
      right: "account",
      readRight: "members.read",
      isOwn: true,
      isPrivate: true,
    },
    email: {
      schema: EmailAddress,
      right: "account",
      readRight: "members.read",
      isOwn: true,
      isPrivate: true,
      needsFactor: true,
    },
  },
  read: storedMember,
  write: storeMember,

  /**
   * Notifies the old address of a changed e-mail address, and the member of a changed role.
   *
   * @throws {Refusal} as `admitLetterByHand` for an address: members choose whose mailbox that is.
   */
  async tell(services, { id, current, changes }) {
    const member = { name: String(current["name"]), email: String(current["email"]) };
    if ("email" in changes) {
      await admitLetterByHand(services.db, { memberId: id, to: member.email });
      await tell(services, member, "email");
    }
    if ("role" in changes) await tell(services, member, "role");
  },
};
