import { randomUUID } from "node:crypto";
import { type RouterContextProvider, redirect } from "react-router";
import { addressPrefix } from "~/platform/network-address.server";
import type { Services } from "~/services";
import { storePendingForm } from "~/shop/members/pending-forms.server";
import { agentWords, isConfirmed, type Session } from "~/shop/members/session";
import { findSession } from "~/shop/members/sessions.server";
import { formOf } from "~/shop/form";
import { CLIENT_ADDRESS } from "~/shop/form-limits.server";
import {
  addressContext,
  backTo,
  safeBack,
  servicesOf,
  sessionOf,
  signedInSession,
  type Visit,
  visitContext,
} from "./context";
import { cookieNames, readCookie } from "./cookies";

/** Reads the session, network and browser of a request from its cookies and headers. */
export async function openVisit(
  { db }: Pick<Services, "db">,
  request: Request,
  origin: string,
  now = new Date(),
): Promise<{ visit: Visit; session: Session | null }> {
  const { headers } = request;
  const names = cookieNames(origin);
  const token = readCookie(headers.get("cookie"), names.session);
  const visitor = {
    network: addressPrefix(headers.get(CLIENT_ADDRESS)) ?? "unknown",
    agent: agentWords(headers.get("user-agent") ?? ""),
    knownHere: readCookie(headers.get("cookie"), names.knownHere),
  };
  return { visit: { origin, token, visitor }, session: token ? await findSession(db, token, now) : null };
}

/** Paths that need no session, among them shared drafts (`/shown`) and the first steps of a new member (`/welcome`). */
const OPEN = /^\/(sign-in|welcome|shown)(\/|$)/;
const SETUP = /^\/(welcome\/(way-in|codes)|sign-out)$/;
/** Paths below `/welcome` that do need a session. */
const STEPS = /^\/welcome\/(way-in|codes|shop)$/;

/**
 * Middleware of every page: visitors without a session are redirected to sign-in, and members without a way to sign in to the
 * page that sets one up. A form that arrives after the session ended is stored for its member, and not carried out.
 */
export async function guard({ request, context }: { request: Request; context: Readonly<RouterContextProvider> }) {
  const session = sessionOf(context);
  const address = context.get(addressContext);
  const path = safeBack(address).split("?")[0] ?? "/";
  if (session?.isForSetup && !SETUP.test(path)) throw leadTo("/welcome/way-in");
  if (session || (OPEN.test(path) && !STEPS.test(path))) return;
  if (request.method === "GET" || request.method === "HEAD") throw leadTo(backTo("/sign-in", address));
  throw leadTo(backTo("/sign-in", address, await kept(request, context)));
}

/** Redirects from middleware have to include the base path, unlike redirects from loaders. */
const leadTo = (to: string): Response => redirect(`/back-office${to}`);

/** Stores a submitted form for the member of its session, and returns the stored form's id; undefined without a session. */
export async function kept(request: Request, context: Readonly<RouterContextProvider>): Promise<string | undefined> {
  const services = servicesOf(context);
  const { token } = context.get(visitContext);
  const session = sessionOf(context);
  const address = (context.get(addressContext).split("?")[0] ?? "").replace(/\/$/, "");
  if (!session && !token) return undefined;
  const sent = await formOf(request.clone() as Request);
  // The form that is shown again is a new one, with one id however often it is shown.
  const values = sent.submission === undefined ? sent : { ...sent, submission: randomUUID() };
  const owner = session ? { memberId: session.member.id } : { token };
  return storePendingForm(services, owner, { address, values }, new Date());
}

/** Address of the page that asks for a factor. A submitted form is stored first, and filled in again afterwards. */
export async function confirmAddress(request: Request, context: Readonly<RouterContextProvider>): Promise<string> {
  const isForm = request.method === "POST";
  return backTo("/confirm", context.get(addressContext), isForm ? await kept(request, context) : undefined);
}

/** Redirects to the page that asks for a factor if the session's last one is too old; the submitted form is stored meanwhile. */
export async function requireConfirmedForm(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  if (isConfirmed(signedInSession(context), new Date())) return;
  throw redirect(await confirmAddress(request, context));
}
