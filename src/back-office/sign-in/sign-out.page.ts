import { type ActionFunctionArgs, redirect } from "react-router";
import { endSession } from "~/shop/members/sessions.server";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { servicesOf, sessionOf, visitContext } from "../context";
import { cookieFor, cookieNames } from "../cookies";

export const loader = () => redirect("/");

/** Deletes the member's current session and its cookie, and tells the browser to clear its cache. */
export async function action({ context }: ActionFunctionArgs) {
  const session = sessionOf(context);
  if (session) {
    const { db } = servicesOf(context);
    await endSession(db, session.member.id, session.id);
    await recordMemberEvent(db, { kind: "signed-out", memberId: session.member.id });
  }
  const { origin } = context.get(visitContext);
  const cookie = cookieFor(origin, cookieNames(origin).session, "", 0);
  return redirect("/sign-in", { headers: { "set-cookie": cookie, "clear-site-data": '"cache"' } });
}
