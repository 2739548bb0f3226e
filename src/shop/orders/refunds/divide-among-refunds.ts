import { type Cents, cents, sum } from "~/shop/money";
import { type Hold, refusalBeyond } from "~/shop/payments/refundable";
import { Refusal } from "~/shop/refusal";
import type { ComputedRefund } from "./computed-refund";

/** Amount of a refund that is taken from one payment. */
interface PaymentPart {
  paymentId: string;
  amount: Cents;
}

/**
 * Divides an amount among payments in their order, taking no more from each than it has left.
 *
 * @throws {Refusal} as `refusalBeyond` if all payments together have less left.
 */
export function takenFrom(
  leftOf: { paymentId: string; left: Cents }[],
  amount: Cents,
  hold: Hold | null = null,
): PaymentPart[] {
  let rest: number = amount;
  const parts: PaymentPart[] = [];
  for (const { paymentId, left } of leftOf) {
    const part = Math.min(rest, left);
    if (part > 0) parts.push({ paymentId, amount: cents(part) });
    rest -= Math.max(0, part);
  }
  if (rest > 0) throw new Refusal(refusalBeyond(hold));
  return parts;
}

/**
 * Divides a computed refund among refunds whose amounts add up to its own; each gets parts of exactly its amount. The pieces of a
 * line belong to the first refund that pays for them; a later refund contains the line without pieces, for the rest of their
 * price.
 */
export function divideAmongRefunds(computed: ComputedRefund, amounts: Cents[]): ComputedRefund[] {
  const lines = computed.lines.map((line) => ({ ...line }));
  const left = { delivery: computed.delivery, fees: computed.fees, goodwill: computed.goodwill };
  return amounts.map((amount, index) => {
    let room: number = amount;
    const take = (from: number): Cents => {
      const part = Math.min(from, room);
      room -= part;
      return cents(part);
    };
    const isLast = index === amounts.length - 1;
    const own = lines.flatMap((line) => {
      // Pieces that cost nothing can be in any refund.
      if (room === 0 && line.amount > 0 && !isLast) return [];
      const part = take(line.amount);
      if (part === 0 && line.quantity === 0) return [];
      const taken = { ...line, amount: part };
      line.amount = cents(line.amount - part);
      Object.assign(line, { quantity: 0, withheld: cents(0), calledOff: 0, calledOffBefore: 0 });
      return [taken];
    });
    const extras = { delivery: take(left.delivery), fees: take(left.fees), goodwill: take(left.goodwill) };
    left.delivery = cents(left.delivery - extras.delivery);
    left.fees = cents(left.fees - extras.fees);
    left.goodwill = cents(left.goodwill - extras.goodwill);
    return { lines: own, ...extras, amount: sum([...own.map((line) => line.amount), ...Object.values(extras)]) };
  });
}
