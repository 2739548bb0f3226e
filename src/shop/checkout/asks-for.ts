import type { Objection } from "./purchase";

/** Whether an objection names another total, which it asks to accept. */
export const asksForTotal = (objection: Objection | undefined) =>
  objection?.kind === "prices" || objection?.kind === "tax";

/** Whether the button of an objection is the main one, because the purchase cannot be completed without it. */
export const asksFirst = (objection: Objection | undefined) => asksForTotal(objection) || objection?.kind === "gone";
