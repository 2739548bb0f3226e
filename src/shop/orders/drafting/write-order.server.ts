import { randomInt } from "node:crypto";
import type { Transaction } from "~/platform/database.server";
import type { OrderSummary } from "~/shop/bag/bag";
import { SALES_TAX } from "~/shop/bag/sales-tax";
import type { Discount } from "~/shop/discounts/code";
import { redeemDiscount } from "~/shop/discounts/discounts.server";
import { cents } from "~/shop/money";
import { type Customer, discountShares } from "../order";
import { drawnNumber } from "../order-number";
import { orderLines, orders } from "../orders.tables";
import type { PricedLine } from "./priced-lines.server";

interface NewOrder {
  state: "awaiting-payment" | "paid";
  customer: Customer;
  /** State of its ZIP. */
  region: string | null;
  lines: PricedLine[];
  summary: OrderSummary;
  discount: Discount | null;
  draftKey?: string | undefined;
  reservedUntil?: Date | undefined;
  heldSince?: Date | undefined;
  /** False when nothing is held for it. */
  holds?: boolean;
  /** As `networkKey` writes it. */
  network?: string | undefined;
  now: Date;
}

/** Stores an order with copies of its lines, and its code as used. Returns its number, drawn until a free one is found. */
export async function writeOrder(tx: Transaction, order: NewOrder): Promise<string> {
  const number = await writeHead(tx, order);
  const { lines, summary, discount, customer } = order;
  const shares = discountShares(summary.discount, lines, discount?.only);
  await tx.insert(orderLines).values(
    lines.map(({ product, image, ...line }, position) => ({
      ...line,
      orderNumber: number,
      position,
      productId: product,
      image: image || null,
      discountShare: shares[position] ?? cents(0),
      tax: SALES_TAX,
    })),
  );
  if (discount) await redeemDiscount(tx, { code: discount.code, orderNumber: number, email: customer.email });
  return number;
}

async function writeHead(tx: Transaction, order: NewOrder): Promise<string> {
  const { state, customer, region, summary, discount, draftKey, now } = order;
  const { reservedUntil, heldSince, network, holds } = order;
  for (;;) {
    const [written] = await tx
      .insert(orders)
      .values({
        ...customer,
        ...summary,
        region,
        number: drawnNumber(randomInt),
        state,
        draftKey: draftKey ?? null,
        discountCode: discount?.code ?? null,
        draftedAt: now,
        reservedUntil: reservedUntil ?? null,
        heldSince: heldSince ?? null,
        network: network ?? null,
        holds: holds ?? true,
        paidAt: state === "paid" ? now : null,
      })
      .onConflictDoNothing({ target: orders.number })
      .returning({ number: orders.number });
    if (written) return written.number;
  }
}
