import { z } from "zod";

/** How a member wants the back office in this browser. */
const Preferences = z.object({
  /** Day and night as the device has them, or one of both. */
  room: z.enum(["device", "day", "night"]).default("device"),
  /** Whether single letters do something. */
  singleKeys: z.stringbool().default(true),
});
export type Preferences = z.infer<typeof Preferences>;

const NAME = "workshop-look";
const YEAR = 365 * 86_400;

/** The preferences that a browser sends along; what it does not say, or says wrongly, is as at first. */
export function preferencesOf(request: Request): Preferences {
  const sent = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(request.headers.get("cookie") ?? "")?.[1];
  const read = Preferences.safeParse(Object.fromEntries(new URLSearchParams(sent ?? "")));
  return read.success ? read.data : Preferences.parse({});
}

/** The form of the preferences. A box that is not ticked is not sent. */
export const preferencesIn = (values: Record<string, string>): Preferences =>
  Preferences.parse({ room: values.room, singleKeys: values.singleKeys ? "true" : "false" });

/** Cookie by which the browser remembers them. It names nobody. */
export const preferencesCookie = ({ room, singleKeys }: Preferences): string =>
  `${NAME}=${new URLSearchParams({ room, singleKeys: String(singleKeys) })}; Path=/back-office; Max-Age=${YEAR}; HttpOnly; SameSite=Lax`;
