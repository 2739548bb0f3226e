import type { FormParts } from "../forms/workshop-form";
import type { refundForm } from "./order-refund.server";

/** Refundable rest of an order, as its form shows it. */
export type Refund = NonNullable<Awaited<ReturnType<typeof refundForm>>>;

/** Values of the fields, by name. */
export type Typed = Record<string, string | undefined>;

/** Props of each part of the form: its values, and the callback for changes. */
export interface RefundParts {
  refund: Refund;
  typed: Typed;
  error: FormParts["error"];
  /** There is script: what does not matter by what is typed is left out. */
  isReady: boolean;
  change(values: Typed): void;
}
