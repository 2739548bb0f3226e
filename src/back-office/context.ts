import { createContext, redirect, type RouterContextProvider } from "react-router";
import { type Services, services } from "~/services";
import type { Product } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import type { RelyingParty } from "~/shop/members/passkeys.server";
import { isConfirmed, type Session } from "~/shop/members/session";
import type { Visitor } from "~/shop/members/visitor";
import type { PreviewedTexts } from "~/shop/texts/previewed-texts.server";

export type Context = Readonly<RouterContextProvider>;

/** Session of a request, which the server sets before it renders a screen; null if no member is signed in. */
export const sessionContext = createContext<Session | null>(null);

/** Requested path with its query, to which a member returns after signing in. */
export const addressContext = createContext("/back-office");

/** Data about a request besides its session. */
export interface Visit {
  /** Origin of the request's address. */
  origin: string;
  /** Raw value of the session cookie, also if its session has ended. */
  token: string;
  visitor: Visitor;
}

export const visitContext = createContext<Visit>({
  origin: "http://localhost",
  token: "",
  visitor: { network: "unknown", agent: "Unknown browser", knownHere: "" },
});

/** Function of the server that waits for slow work outside of the render queue, so that other requests are rendered meanwhile. */
export const asideContext = createContext<<T>(wait: () => Promise<T>) => Promise<T | undefined>>((wait) => wait());

/** Unpublished versions of records that a preview shows. */
export interface Previewed {
  product?: Product;
  texts?: PreviewedTexts;
}

/** Renders a page of the shop with unpublished versions of a product or of texts. */
export type DrawPage = (path: string, previewed: Previewed) => Promise<Response>;

/** Function that renders pages of the shop, set by the server; null where these are not available, as in tests. */
export const shopPageContext = createContext<DrawPage | null>(null);

export const servicesOf = (context: Context): Services => context.get(services);

/** Session of the request; null when nobody is signed in. */
export const sessionOf = (context: Context): Session | null => context.get(sessionContext);

/** Returns the session of the signed-in member; without one redirects to the sign-in page, which leads back to the address. */
export function signedInSession(context: Context): Session {
  const session = sessionOf(context);
  if (!session) throw redirect(signInAddress(context.get(addressContext)));
  return session;
}

/** Returns the signed-in member; redirects like `signedInSession`. */
export const memberOf = (context: Context): Member => signedInSession(context).member;

/**
 * Returns if the member gave a second factor within the last ten minutes. Otherwise redirects to the page that asks for the
 * factor and then leads to `back` (default: this address). Downloads pass the address of their screen. The rooms of the shop
 * check again.
 */
export function requireConfirmed(context: Context, back?: string): void {
  if (isConfirmed(signedInSession(context), new Date())) return;
  throw redirect(backTo("/confirm", back === undefined ? context.get(addressContext) : BASE + back));
}

/** Address of the page that asks for the factor and then leads back to this address. */
export const confirmFirst = (context: Context): string => backTo("/confirm", context.get(addressContext));

/** Relying party of passkeys: the host of the request. */
export const relyingParty = (context: Context): RelyingParty => ({
  origin: context.get(visitContext).origin,
  shopName: servicesOf(context).settings().shopName,
});

/** Address of the sign-in page with a return address. Has no base path, because `redirect` and links add it. */
export const signInAddress = (back: string): string => backTo("/sign-in", back);

const BASE = "/back-office";

/** Adds a return address to a page's address; `kept` is the id of a stored form that was not sent yet. */
export function backTo(page: string, back: string, kept?: string): string {
  const query = new URLSearchParams({ ...(back !== BASE && { back }), ...(kept && { kept }) });
  return query.size > 0 ? `${page}?${query}` : page;
}

/** Return address in the parameter `back`, limited to screens of the back office to prevent open redirects. */
export function safeBack(back: string | null | undefined, kept?: string | null): string {
  const url = URL.parse(back ?? "", "http://back-office.invalid");
  const isOurs =
    url?.origin === "http://back-office.invalid" && (url.pathname === BASE || url.pathname.startsWith(`${BASE}/`));
  if (!url || !isOurs) return "/";
  if (kept) url.searchParams.set("kept", kept);
  return url.pathname.slice(BASE.length).replace(/^\/+/, "/") + url.search || "/";
}
