import { z } from "zod";

/** Preferences for the back office in this browser. */
const Preferences = z.object({
  /** Colors: light or dark as the device prefers, or always one of them. */
  room: z.enum(["device", "day", "night"]).default("device"),
  /** Whether single-letter shortcuts work. */
  singleKeys: z.stringbool().default(true),
});
export type Preferences = z.infer<typeof Preferences>;

const NAME = "workshop-look";
const YEAR = 365 * 86_400;

/** Preferences in a request's cookie; missing or invalid ones have their default. */
export function preferencesOf(request: Request): Preferences {
  const sent = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(request.headers.get("cookie") ?? "")?.[1];
  const read = Preferences.safeParse(Object.fromEntries(new URLSearchParams(sent ?? "")));
  return read.success ? read.data : Preferences.parse({});
}

/** Preferences of a form. An unticked box is not sent. */
export const preferencesIn = (values: Record<string, string>): Preferences =>
  Preferences.parse({ room: values.room, singleKeys: values.singleKeys ? "true" : "false" });

/** Cookie with the preferences. It identifies nobody. */
export const preferencesCookie = ({ room, singleKeys }: Preferences): string =>
  `${NAME}=${new URLSearchParams({ room, singleKeys: String(singleKeys) })}; Path=/back-office; Max-Age=${YEAR}; HttpOnly; SameSite=Lax`;
