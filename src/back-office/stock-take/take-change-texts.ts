import type { Act, Change } from "~/shop/audit/acts.server";
import { counted } from "../count-texts";

const STATES: Record<string, string> = { open: "Under way", finished: "Finished", "given-up": "Given up" };

/** How a stock-take stands, as the log says it. */
export function takeWords({ record, old, new: now }: Change) {
  const name = (state: unknown) => STATES[String(state)] ?? "Unknown";
  return { what: "Stock-take", from: name(old), to: name(now), way: `/stock/count/${record}` };
}

/** Sentence about an act with a stock-take; nothing for other acts. */
export function takeSentence({ action, changes: [first], count }: Pick<Act, "action" | "changes" | "count">) {
  if (first?.kind !== "stock-take") return null;
  if (first.new === "open") return "Taken back: the stock-take is under way again.";
  const differed = count > 1 ? `${counted(count - 1, "variant")} differed` : "nothing differed";
  const said =
    first.new === "finished"
      ? `The stock-take is finished: ${differed}.`
      : "The stock-take was given up, and nothing changed.";
  return action === "undo" ? `Taken back: ${said.charAt(0).toLowerCase()}${said.slice(1)}` : said;
}
