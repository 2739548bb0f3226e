import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { amountIn, cents, type Cents, formatCents, sum } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { leftToSend, refundOf } from "~/shop/orders/parcels/pieces";
import { refundPlan, type Refundable, type WantedRefund } from "~/shop/orders/refunds/refund-plan";
import { refundableOrder } from "~/shop/orders/refunds/refundable-order.server";
import { Refusal } from "~/shop/refusal";
import { piecesInReturns } from "~/shop/returns/pieces-in-returns.server";
import { methodWords } from "./order-history-texts";
import { REFUND_REASONS, whereWords } from "./order-texts";

type Found = NonNullable<Awaited<ReturnType<typeof refundableOrder>>>;

/** The form of a refund: what could go back of each line, of delivery, and of all. Nothing of an order that was not paid. */
export async function refundForm(services: Services, member: Member, number: string) {
  const found = await refundableOrder(services, member, number);
  if (!found) return null;
  const { order, refundable, left } = found;
  const inReturns = await piecesInReturns(services, member, number);
  const pictures = await picturesFor(
    services.db,
    order.lines.flatMap(({ image }) => (image ? [image] : [])),
  );
  return {
    title: `Refund ${shownNumber(number)}`,
    number,
    version: order.version,
    isUnconfirmed: order.money?.isUnconfirmed ?? false,
    lines: order.lines
      .filter(({ position }) => (left.get(position) ?? 0) > 0)
      .map((line) => ({
        position: line.position,
        name: line.name,
        note: `${line.color}, ${line.size}. ${whereWords(line, order, inReturns.get(line.position)).text}`,
        picture: (line.image && pictures.get(line.image)?.hash) || null,
        left: left.get(line.position) ?? 0,
        amounts: amountsOf(refundable, line.position, left.get(line.position) ?? 0),
      })),
    hasSent: refundable.lines.some(({ position, sent }) => sent > 0 && (left.get(position) ?? 0) > 0),
    canRestock: order.state !== "cancelled" && refundable.lines.some((line) => leftToSend(line) > 0),
    delivery: refundable.deliveryLeft,
    moneyLeft: refundable.moneyLeft,
    paid: order.money?.total ?? cents(0),
    to: methodWords(order.money?.method ?? null),
  };
}

/** What one piece of a line comes to, two of them, and so on, in cents: what the fields are filled with. */
function amountsOf({ lines }: Refundable, position: number, left: number): Cents[] {
  const line = lines.find((each) => each.position === position);
  return line ? Array.from({ length: left }, (_, index) => refundOf(line, index + 1)) : [];
}

/** A refund as it was typed: what is wanted, what it comes to, or the words beside the fields. */
export type TypedRefund =
  | { wanted: WantedRefund & { restock: boolean; reason: string }; amount: Cents; errors?: undefined }
  | { wanted?: undefined; amount?: undefined; errors: Record<string, string> };

/** Reads the form of a refund against what is left of the order. */
export function typedRefund(values: Record<string, string>, { refundable, left }: Found): TypedRefund {
  const errors: Record<string, string> = {};
  const pieces: WantedRefund["pieces"] = [];
  for (const [position, most] of left) {
    const quantity = (values[`pieces-${position}`] ?? "").trim() || "0";
    if (!/^\d{1,6}$/.test(quantity) || Number(quantity) > most) {
      errors[`pieces-${position}`] = most === 1 ? "Write 0 or 1." : `Write a number up to ${most}.`;
      continue;
    }
    if (Number(quantity) === 0) continue;
    const whole = amountsOf(refundable, position, Number(quantity)).at(-1) ?? cents(0);
    const typed = (values[`amount-${position}`] ?? "").trim();
    const amount = typed === "" ? whole : amountIn(typed);
    if (amount === undefined || amount > whole)
      errors[`amount-${position}`] = `Write dollars and cents, up to ${formatCents(whole)}: more was not paid for it.`;
    else pieces.push({ position, quantity: Number(quantity), amount });
  }
  const goodwill = (values["goodwill"] ?? "").trim() === "" ? cents(0) : amountIn(values["goodwill"] ?? "");
  if (goodwill === undefined) errors["goodwill"] = "Write dollars and cents: 5.00.";
  const reason = REFUND_REASONS.find((known) => known === values["reason"]);
  if (!reason) errors["reason"] = "Choose why.";
  if (Object.keys(errors).length > 0 || goodwill === undefined || !reason) return { errors };

  const wanted = { pieces, delivery: values["delivery"] === "yes", goodwill };
  try {
    const { amount } = refundPlan(refundable, wanted);
    if (amount === 0) return { errors: { nothing: "Choose what goes back: pieces, delivery, or an amount." } };
    return { wanted: { ...wanted, restock: values["restock"] === "yes", reason }, amount };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const asked = sum([...pieces.map((line) => line.amount ?? cents(0)), goodwill]);
    const words = `No more than ${formatCents(refundable.moneyLeft)} is left of what was paid: this is ${formatCents(asked)}.`;
    return { errors: { [goodwill > 0 ? "goodwill" : "nothing"]: words } };
  }
}
