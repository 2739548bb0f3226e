/** The label of a return: it was sent, it was promised and follows, or there is none and the shopper chooses a carrier. */
export type ReturnLabelState = { state: "sent"; url: string } | { state: "follows" } | { state: "none" };

/** Where the label of an approved return stands. */
export function labelOf({ labelUrl, answeredAt }: { labelUrl: string; answeredAt: Date | null }): ReturnLabelState {
  if (labelUrl !== "") return { state: "sent", url: labelUrl };
  return { state: answeredAt === null ? "follows" : "none" };
}
