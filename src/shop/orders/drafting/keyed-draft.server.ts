import { eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { OrderPayment } from "~/shop/payments/payments.server";
import type { Customer, Order } from "../order";
import { orderByNumber } from "../orders.server";
import { orders } from "../orders.tables";
import type { DraftRequest } from "./draft-request.server";
import type { PricedLine, RequestedLine } from "./priced-lines.server";

export interface KeyedDraft extends Order {
  reservedUntil: Date | null;
}

/** Reads a draft by its order number, with the end of its reservation; undefined for an unknown number. */
export async function keyedDraft(tx: Transaction, number: string): Promise<KeyedDraft | undefined> {
  const [row] = await tx.select({ reservedUntil: orders.reservedUntil }).from(orders).where(eq(orders.number, number));
  const order = row && (await orderByNumber(tx, number));
  return order && { ...order, reservedUntil: row.reservedUntil };
}

/** Whether a draft has the content of the request and can still be paid, or was paid. */
export function isSameRequest(
  draft: KeyedDraft,
  payment: OrderPayment,
  wanted: DraftRequest,
  lines: PricedLine[],
  now: Date,
): boolean {
  const isOpen = draft.state === "awaiting-payment" && draft.reservedUntil !== null && draft.reservedUntil > now;
  if (!isOpen && draft.state !== "paid") return false;
  const content = (of: RequestedLine[]) =>
    JSON.stringify(of.map(({ product, size, color, quantity, price }) => [product, size, color, quantity, price]));
  const { email, name, phone, address, city, postalCode } = wanted.customer;
  return (
    payment.method === wanted.method &&
    payment.amount === wanted.amount &&
    draft.discountCode === (wanted.discountCode ?? null) &&
    content(draft.lines) === content(lines) &&
    Object.entries({ email, name, phone, address, city, postalCode }).every(
      ([field, value]) => draft[field as keyof Customer] === value,
    )
  );
}
