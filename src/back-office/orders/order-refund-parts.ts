import type { FormParts } from "../forms/workshop-form";
import type { refundForm } from "./order-refund.server";

/** What could go back of an order, as its form shows it. */
export type Refund = NonNullable<Awaited<ReturnType<typeof refundForm>>>;

/** What the fields say, by their names. */
export type Typed = Record<string, string | undefined>;

/** What each part of the form is drawn with: what is typed, and what becomes of a change. */
export interface RefundParts {
  refund: Refund;
  typed: Typed;
  error: FormParts["error"];
  /** There is script: what does not matter by what is typed is left out. */
  isReady: boolean;
  change(values: Typed): void;
}
