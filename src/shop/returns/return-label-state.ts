/** Label of a return: sent, promised, or none; without a label the shopper chooses a carrier. */
export type ReturnLabelState = { state: "sent"; url: string } | { state: "follows" } | { state: "none" };

/** State of an approved return's label. */
export function labelOf({ labelUrl, answeredAt }: { labelUrl: string; answeredAt: Date | null }): ReturnLabelState {
  if (labelUrl !== "") return { state: "sent", url: labelUrl };
  return { state: answeredAt === null ? "follows" : "none" };
}
