import { byName, nameIn } from "~/platform/by-name";
import type { CodeValues, Purpose } from "~/shop/discounts/code";
import type { TakenOff } from "~/shop/price";
import { formatCents, formatRound } from "~/shop/money";
import type { Sign } from "../ui/state";
import { momentWords } from "../format-moment";
import { counted } from "../count-words";

/** Names of the purposes of codes. */
export const PURPOSES: Record<Purpose, string> = {
  promotion: "A promotion",
  welcome: "Welcome to the newsletter",
  "gift-card": "A gift card",
  group: "A group, chapter or wholesale buyer",
  goodwill: "Goodwill, after something went wrong",
};

/** Describes the reduction of a code, e.g. "10% off". */
export function offWords(off: TakenOff): string {
  if (off.kind === "percent") return `${off.percent}% off`;
  return off.kind === "amount" ? `${formatRound(off.amount)} off` : "Free delivery";
}

const FIELD_NAMES: Record<keyof CodeValues | "isPutAway", string> = {
  off: "Takes off",
  purpose: "Given for",
  minimum: "From an order value of",
  mostUses: "Works in all",
  oncePerEmail: "For one person",
  startsAt: "Works from",
  endsAt: "Ends",
  productIds: "Only for",
  isPutAway: "Standing",
};

/** Name of a code's field for members; a newer release may have stored others. */
export const fieldName = (field: string): string => nameIn(FIELD_NAMES, field, "Another field");

const readers = byName<(value: never, zone: string) => string, keyof typeof FIELD_NAMES>({
  off: offWords,
  purpose: (purpose: Purpose) => PURPOSES[purpose],
  minimum: (amount: Parameters<typeof formatCents>[0] | null) => (amount === null ? "any" : formatCents(amount)),
  mostUses: (times: number | null) => (times === null ? "as often as wanted" : counted(times, "time")),
  oncePerEmail: (isOnce: boolean) => (isOnce ? "once" : "as often as wanted"),
  startsAt: (moment: string | null, zone) => (moment === null ? "at once" : momentWords(new Date(moment), zone)),
  endsAt: (moment: string | null, zone) => (moment === null ? "never" : momentWords(new Date(moment), zone)),
  productIds: (ids: string[]) => (ids.length === 0 ? "all goods" : counted(ids.length, "product")),
  isPutAway: (isPutAway: boolean) => (isPutAway ? "Put away" : "In use"),
});

/** Formats the value of a code's field for members. */
export const valueWords = (field: string, value: unknown, zone: string): string =>
  readers[field]?.(value as never, zone) ?? "another value";

interface Standing {
  startsAt: Date | null;
  endsAt: Date | null;
  mostUses: number | null;
  uses: number;
  isPutAway: boolean;
}

/** Sign and name of a code's state at a time, such as "Works", "Over" or "Used up". */
export function standing(
  { startsAt, endsAt, mostUses, uses, isPutAway }: Standing,
  now: Date,
): { sign: Sign; name: string } {
  if (isPutAway) return { sign: "over", name: "Put away" };
  if (endsAt && endsAt <= now) return { sign: "over", name: "Over" };
  if (mostUses !== null && uses >= mostUses) return { sign: "over", name: "Used up" };
  return startsAt && startsAt > now ? { sign: "here", name: "Not yet" } : { sign: "full", name: "Works" };
}
