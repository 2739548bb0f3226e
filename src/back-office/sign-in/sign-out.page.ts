import { type ActionFunctionArgs, redirect } from "react-router";
import { endSession } from "~/shop/members/sessions.server";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { servicesOf, sessionOf } from "../context";
import { signedOut } from "../visit.server";

export const loader = () => redirect("/");

/** Deletes the member's current session. */
export async function action({ context }: ActionFunctionArgs) {
  const session = sessionOf(context);
  if (session) {
    const { db } = servicesOf(context);
    await endSession(db, session.member.id, session.id);
    await recordMemberEvent(db, { kind: "signed-out", memberId: session.member.id });
  }
  return signedOut(context, "/sign-in");
}
