import { z } from "zod";

/** Preferences for the back office, stored in a cookie of this browser. */
const Preferences = z.object({
  /** Color scheme: the device's preference, always light, or always dark. */
  room: z.enum(["device", "day", "night"]).default("device"),
  /** Whether shortcuts of a single letter are on. */
  singleKeys: z.stringbool().default(true),
});
export type Preferences = z.infer<typeof Preferences>;

const NAME = "workshop-look";
const YEAR = 365 * 86_400;

/** Reads the preferences from a request's cookie; if it is missing or invalid, all have their defaults. */
export function preferencesOf(request: Request): Preferences {
  const sent = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(request.headers.get("cookie") ?? "")?.[1];
  const read = Preferences.safeParse(Object.fromEntries(new URLSearchParams(sent ?? "")));
  return read.success ? read.data : Preferences.parse({});
}

/** Preferences from a submitted form. A browser does not send an unticked box, so that a missing value means false. */
export const preferencesIn = (values: Record<string, string>): Preferences =>
  Preferences.parse({ room: values.room, singleKeys: values.singleKeys ? "true" : "false" });

/** `Set-Cookie` value with the preferences; it identifies no member. */
export const preferencesCookie = ({ room, singleKeys }: Preferences): string =>
  `${NAME}=${new URLSearchParams({ room, singleKeys: String(singleKeys) })}; Path=/back-office; Max-Age=${YEAR}; HttpOnly; SameSite=Lax`;
