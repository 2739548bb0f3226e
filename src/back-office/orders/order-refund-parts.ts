import type { FormParts } from "../forms/workshop-form";
import type { refundForm } from "./order-refund.server";

/** Refundable rest of an order, as its form shows it. */
export type Refund = NonNullable<Awaited<ReturnType<typeof refundForm>>>;

/** Values of the form's fields, by name. */
export type Typed = Record<string, string | undefined>;

/** Props of each part of the form: its values, and the callback for changes. */
export interface RefundParts {
  refund: Refund;
  typed: Typed;
  error: FormParts["error"];
  /** True once the script runs: fields that do not apply to the typed values are then hidden. */
  isReady: boolean;
  change(values: Typed): void;
}
