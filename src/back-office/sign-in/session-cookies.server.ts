import { type RouterContextProvider, redirect } from "react-router";
import { KNOWN_SECONDS, knownHere } from "~/shop/members/known-browser.server";
import { sessionTimes } from "~/shop/members/session";
import { servicesOf, visitContext } from "../context";
import { cookieFor, cookieNames } from "../cookies";

/** Redirects a member who has just signed in; sets the session cookie, and a cookie by which this browser is remembered. */
export function signedIn(
  context: Readonly<RouterContextProvider>,
  { token, memberId }: { token: string; memberId: string },
  to: string,
): Response {
  const { origin } = context.get(visitContext);
  const names = cookieNames(origin);
  const known = knownHere(servicesOf(context).sealer, memberId, new Date());
  const headers = new Headers();
  headers.append("set-cookie", cookieFor(origin, names.session, token, sessionTimes.whole / 1000));
  headers.append("set-cookie", cookieFor(origin, names.knownHere, known, KNOWN_SECONDS));
  return redirect(to, { headers });
}

/** Redirects with a session that only allows to set up a way to sign in; the browser is not remembered. */
export function forSetup(context: Readonly<RouterContextProvider>, token: string, to: string): Response {
  const { origin } = context.get(visitContext);
  const cookie = cookieFor(origin, cookieNames(origin).session, token, sessionTimes.whole / 1000);
  return redirect(to, { headers: { "set-cookie": cookie } });
}
