import { createContext, redirect, type RouterContextProvider } from "react-router";
import { type Services, services } from "~/services";
import type { Product } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import type { RelyingParty } from "~/shop/members/passkeys.server";
import { isConfirmed, type Session } from "~/shop/members/session";
import type { Visitor } from "~/shop/members/visitor";
import type { PreviewedTexts } from "~/shop/texts/previewed-texts.server";

export type Context = Readonly<RouterContextProvider>;

/** The session behind a request, set by the server before any page is asked; null when nobody has signed in. */
export const sessionContext = createContext<Session | null>(null);

/** The address asked for, below the host: where a member goes after signing in. */
export const addressContext = createContext("/back-office");

/** Facts about a request, beside its session. */
export interface Visit {
  /** The origin of the back office, as it was reached. */
  origin: string;
  /** Raw value of the session cookie, also when it opens no session any more. */
  token: string;
  visitor: Visitor;
}

export const visitContext = createContext<Visit>({
  origin: "http://localhost",
  token: "",
  visitor: { network: "unknown", agent: "Unknown browser", knownHere: "" },
});

/** Waits for slow work outside the render queue, so that other requests are served in the meantime; set by the server. */
export const asideContext = createContext<<T>(wait: () => Promise<T>) => Promise<T | undefined>>((wait) => wait());

/** Unpublished versions that a preview shows. */
export interface Previewed {
  product?: Product;
  texts?: PreviewedTexts;
}

/** Renders a page of the shop with unpublished versions of a product or of texts. */
export type DrawPage = (path: string, previewed: Previewed) => Promise<Response>;

/** Set by the server; null when the shop's pages are not available, as in tests. */
export const shopPageContext = createContext<DrawPage | null>(null);

export const servicesOf = (context: Context): Services => context.get(services);

/** Session of the request; null when nobody is signed in. */
export const sessionOf = (context: Context): Session | null => context.get(sessionContext);

/** The session of the member who asks. Nobody signed in is led to the sign-in page, and back afterwards. */
export function signedInSession(context: Context): Session {
  const session = sessionOf(context);
  if (!session) throw redirect(signInAddress(context.get(addressContext)));
  return session;
}

/** The member who asks, as `signedInSession`. */
export const memberOf = (context: Context): Member => signedInSession(context).member;

/**
 * Passes members who showed a factor within the last ten minutes; others are redirected to show one, and then to `back` (default: this
 * address). A file passes its page, since a download is no page to return to. Rooms check again.
 */
export function requireConfirmed(context: Context, back?: string): void {
  if (isConfirmed(signedInSession(context), new Date())) return;
  throw redirect(backTo("/confirm", back === undefined ? context.get(addressContext) : BASE + back));
}

/** Host whose passkeys are accepted: the one of the request. */
export const relyingParty = (context: Context): RelyingParty => ({
  origin: context.get(visitContext).origin,
  shopName: servicesOf(context).settings().shopName,
});

/** Address of the sign-in page with a return address, without the base path, which `redirect` and links add. */
export const signInAddress = (back: string): string => backTo("/sign-in", back);

const BASE = "/back-office";

/** Adds a return address to a page's address; `kept` is the id of a stored form that was not sent yet. */
export function backTo(page: string, back: string, kept?: string): string {
  const query = new URLSearchParams({ ...(back !== BASE && { back }), ...(kept && { kept }) });
  return query.size > 0 ? `${page}?${query}` : page;
}

/** Return address from `back`, limited to screens of the back office against open redirects. */
export function safeBack(back: string | null | undefined, kept?: string | null): string {
  const url = URL.parse(back ?? "", "http://back-office.invalid");
  const isOurs =
    url?.origin === "http://back-office.invalid" && (url.pathname === BASE || url.pathname.startsWith(`${BASE}/`));
  if (!url || !isOurs) return "/";
  if (kept) url.searchParams.set("kept", kept);
  return url.pathname.slice(BASE.length).replace(/^\/+/, "/") + url.search || "/";
}
