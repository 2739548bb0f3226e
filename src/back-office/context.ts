import { createContext, redirect, type RouterContextProvider } from "react-router";
import { type Services, services } from "~/services";
import type { Product } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import type { RelyingParty } from "~/shop/members/passkeys.server";
import { isConfirmed, type Session } from "~/shop/members/session";
import type { Visitor } from "~/shop/members/visitor";

type Context = Readonly<RouterContextProvider>;

/** The session behind a request, set by the server before any page is asked; null when nobody has signed in. */
export const sessionContext = createContext<Session | null>(null);

/** The address asked for, below the host: where a member goes after signing in. */
export const addressContext = createContext("/back-office");

/** Facts about a request, beside its session. */
export interface Visit {
  /** The origin of the back office, as it was reached. */
  origin: string;
  /** The session cookie as it came, whether it still opens anything or not. */
  token: string;
  visitor: Visitor;
}

export const visitContext = createContext<Visit>({
  origin: "http://localhost",
  token: "",
  visitor: { network: "unknown", agent: "Unknown browser", knownHere: "" },
});

/** Waits for something without keeping others from being answered; set by the server. */
export const asideContext = createContext<<T>(wait: () => Promise<T>) => Promise<T | undefined>>((wait) => wait());

/** Draws a page of the shop as its readers would see it, with this product in place of what is published. */
export type DrawPage = (path: string, product: Product) => Promise<Response>;

/** Set by the server; null where the shop's pages are not at hand. */
export const shopPageContext = createContext<DrawPage | null>(null);

export const servicesOf = (context: Context): Services => context.get(services);

/** The session of whoever asks; null when nobody has signed in. */
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
 * Lets a member pass who has shown a factor within the last ten minutes; others are asked for one first, and led back, or to the
 * page named: a file is no page to come back to. The room asks in any case.
 */
export function requireConfirmed(context: Context, back?: string): void {
  if (isConfirmed(signedInSession(context), new Date())) return;
  throw redirect(backTo("/confirm", back === undefined ? context.get(addressContext) : BASE + back));
}

/** Whose passkeys are asked for: those of the host that was reached. */
export const relyingParty = (context: Context): RelyingParty => ({
  origin: context.get(visitContext).origin,
  shopName: servicesOf(context).settings().shopName,
});

/** The sign-in page that leads to an address afterwards. Without the base path, as `redirect` and links take it. */
export const signInAddress = (back: string): string => backTo("/sign-in", back);

const BASE = "/back-office";

/** A page that leads to an address afterwards; what was typed meanwhile may be kept under an id. */
export function backTo(page: string, back: string, kept?: string): string {
  const query = new URLSearchParams({ ...(back !== BASE && { back }), ...(kept && { kept }) });
  return query.size > 0 ? `${page}?${query}` : page;
}

/** Where somebody goes who came with `back`: only to a screen of ours, whatever the address says. */
export function safeBack(back: string | null | undefined, kept?: string | null): string {
  const url = URL.parse(back ?? "", "http://back-office.invalid");
  const isOurs =
    url?.origin === "http://back-office.invalid" && (url.pathname === BASE || url.pathname.startsWith(`${BASE}/`));
  if (!url || !isOurs) return "/";
  if (kept) url.searchParams.set("kept", kept);
  return url.pathname.slice(BASE.length).replace(/^\/+/, "/") + url.search || "/";
}
