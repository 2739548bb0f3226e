import { damagedField, hereField } from "~/shop/returns/refund-here";
import { amountIn, cents, type Cents } from "~/shop/money";
import type { FormParts } from "../forms/workshop-form";
import type { refundForm } from "./order-refund.server";

/** Data of the refund form: the amounts of an order that can still be refunded. */
export type Refund = NonNullable<Awaited<ReturnType<typeof refundForm>>>;

/** Values of the form's fields, by name. */
export type Typed = Record<string, string | undefined>;

/** Props of each part of the form: its values, and the callback for changes. */
export interface RefundParts {
  refund: Refund;
  typed: Typed;
  error: FormParts["error"];
  /** Whether scripts run, so that fields that do not apply to the typed values can be hidden. */
  isReady: boolean;
  change(values: Typed): void;
}

type Line = Refund["lines"][number];

const chosenOf = ({ position }: Line, typed: Typed): number => Number(typed[`pieces-${position}`] ?? 0) || 0;

/** Maximum number of chosen pieces of a line that the shopper can have handed over: those that were sent. */
export const piecesHere = (line: Line, typed: Typed): number => Math.min(line.out, chosenOf(line, typed));

type DueDelivery = Pick<Refund, "lines" | "dueFor">;

/** Whether the policy gives the delivery fee back with the typed refund, because something lies here that came damaged or wrong. */
export const isDeliveryDueFor = ({ lines, dueFor }: DueDelivery, typed: Typed): boolean =>
  lines.some(
    (line) =>
      typed[hereField(line.position)] === "yes" &&
      piecesHere(line, typed) > 0 &&
      dueFor[typed[damagedField(line.position)] === "yes" ? "damaged" : "asNew"].includes(typed["reason"] ?? ""),
  );

/**
 * Values of the form as it was opened or sent, with what was changed since. The box of the delivery fee follows the policy until a member
 * sets it otherwise.
 */
export function typedRefundOf(refund: DueDelivery, opened: Typed, changed: Typed): Typed {
  const typed = { ...opened, ...changed };
  const isFollowing =
    changed["delivery"] === undefined && (opened["delivery"] === "yes") === isDeliveryDueFor(refund, opened);
  return isFollowing ? { ...typed, delivery: isDeliveryDueFor(refund, typed) ? "yes" : "" } : typed;
}

/** Number of chosen pieces of a line that the refund puts back in stock because they were not sent. */
function piecesUnsent(line: Line, typed: Typed): number {
  const here = typed[hereField(line.position)] === "yes" ? piecesHere(line, typed) : 0;
  // Pieces cancelled by a failed refund are in stock again already, so they are refunded first.
  return Math.min(line.unsent, Math.max(0, chosenOf(line, typed) - here - line.unpaid));
}

const becomes = (level: number, more: number): string => `${level} become ${level + more}`;

/** Describes the stock after unsent pieces are put back: "24 become 25", with names for several variants; empty for none. */
export function stockOfUnsent(lines: Line[], typed: Typed): string {
  const back = lines.flatMap((line) => {
    const more = piecesUnsent(line, typed);
    return more > 0 && line.level !== null ? [{ name: line.name, words: becomes(line.level, more) }] : [];
  });
  return back.map(({ name, words }) => (back.length > 1 ? `${name}: ${words}` : words)).join(", ");
}

/** Describes the stock of a line after its handed-over pieces are put back; empty for damaged pieces and for unlimited stock. */
export function stockOfHere(line: Line, typed: Typed): string {
  const isBack = typed[hereField(line.position)] === "yes" && typed[damagedField(line.position)] !== "yes";
  if (!isBack || line.level === null) return "";
  const unsent = typed["restock"] === "yes" ? piecesUnsent(line, typed) : 0;
  return becomes(line.level + unsent, piecesHere(line, typed));
}

/**
 * Sum of the typed refund in cents, as the refund gives it: what has no lower amount of its own is reduced to the money that is
 * left. Null if a field is invalid, or the typed amounts exceed that money; while a dispute holds a payment, if all of them do.
 */
export function sumOfRefund({ lines, delivery, fees, moneyLeft, hold }: Refund, typed: Typed): Cents | null {
  let sum = (typed["delivery"] === "yes" ? delivery : 0) + (typed["fees"] === "yes" ? fees : 0);
  let chosen = 0;
  for (const { position, amounts } of lines) {
    const quantity = Number(typed[`pieces-${position}`] ?? 0);
    if (!Number.isInteger(quantity)) return null;
    if (quantity === 0) continue;
    const text = typed[`amount-${position}`] ?? "";
    const whole = amounts[quantity - 1];
    const amount = text.trim() === "" ? whole : amountIn(text);
    if (amount === undefined) return null;
    sum += amount;
    if (amount !== whole) chosen += amount;
  }
  const goodwill = typed["goodwill"]?.trim() ? amountIn(typed["goodwill"]) : cents(0);
  if (goodwill === undefined || (hold ? sum : chosen) + goodwill > moneyLeft) return null;
  return cents(Math.min(sum + goodwill, moneyLeft));
}
