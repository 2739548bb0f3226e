import type { Level } from "~/shop/catalog/stock/level";
import type { Sign } from "../ui/state";

/** Formats a level for lists: the number, and "low" or "sold out" where that is true. */
export function levelWords({ level, lowMark }: Pick<Level, "level" | "lowMark">): {
  number: string;
  state: { sign: Sign; name: string } | null;
} {
  if (level === null) return { number: "No limit", state: null };
  const number = level.toLocaleString("en-US");
  if (level === 0) return { number, state: { sign: "waits", name: "Sold out" } };
  return { number, state: level <= lowMark ? { sign: "waits", name: "Low" } : null };
}
