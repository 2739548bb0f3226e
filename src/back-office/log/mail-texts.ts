import type { Change } from "~/shop/audit/acts.server";
import { counted } from "../count-texts";

/** Words about a change of somebody's letters; whose they are stands on their page alone. */
export function mailWords({ kind, old, new: now }: Change) {
  if (kind === "newsletter-list")
    return {
      what: "The newsletter's list",
      from: "Here",
      to: `Exported, ${counted(Number(now), "address", "addresses")}`,
      way: "/newsletter",
    };
  if (kind === "stock-requests")
    return { what: "Letters about goods", from: `${counted(Number(old), "letter")} asked for`, to: "Stopped" };
  const words = (value: unknown) => (value === null ? "On the list" : "Off the list");
  return { what: "A subscription", from: words(old), to: words(now), way: "/newsletter" };
}
