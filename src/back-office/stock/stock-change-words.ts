import type { Change } from "~/shop/audit/acts.server";
import { counted } from "../words";

/** A change of a level as the log says it: by how many pieces. */
export function stockWords({ record, field, old, new: now }: Change) {
  const way = `/stock/${Number(record)}`;
  if (field === "isUnlimited") return { what: "Stock", from: limitWords(old), to: limitWords(now), way };
  const pieces = Number(now) - Number(old);
  return { what: "Stock", from: "", to: `${counted(Math.abs(pieces), "piece")} ${pieces < 0 ? "fewer" : "more"}`, way };
}

const limitWords = (isUnlimited: unknown): string => (isUnlimited ? "No limit" : "Counted");
