import { createContext, redirect, type RouterContextProvider } from "react-router";
import { type Services, services } from "~/services";
import type { Member } from "~/shop/members/member";
import type { Session } from "~/shop/members/session";

type Context = Readonly<RouterContextProvider>;

/** The session behind a request, set by the server before any page is asked; null when nobody has signed in. */
export const sessionContext = createContext<Session | null>(null);

/** The address asked for, below the host: where a member goes after signing in. */
export const addressContext = createContext("/back-office");

export const servicesOf = (context: Context): Services => context.get(services);

/** The session of whoever asks; null when nobody has signed in. */
export const sessionOf = (context: Context): Session | null => context.get(sessionContext);

/** The member who asks. Nobody signed in is led to the sign-in page, and back afterwards. */
export function memberOf(context: Context): Member {
  const session = sessionOf(context);
  if (!session) throw redirect(signInAddress(context.get(addressContext)));
  return session.member;
}

/** The sign-in page that leads to an address afterwards. Without the base path, as `redirect` and links take it. */
export const signInAddress = (back: string): string =>
  back === "/back-office" ? "/sign-in" : `/sign-in?${new URLSearchParams({ back })}`;
