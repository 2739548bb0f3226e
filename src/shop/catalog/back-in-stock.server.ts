import { and, asc, eq, gt, isNotNull, isNull, or } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import { Refusal } from "../refusal";
import { BackInStock, backInStockSubject } from "./back-in-stock.email";
import { stockRequests, variants } from "./catalog.tables";
import { productById } from "./catalog.server";
import type { StockRequest } from "./stock";

/** The job that writes to somebody that a pair is back. */
export const TELL_BACK = "tell-back-in-stock";
export interface TellBack {
  requestId: number;
  /** When it was asked for, as an ISO date: whoever asks again later is told again. */
  since: string;
}

/** How many are told in one round; the next round takes the rest. */
const AT_ONCE = 500;

/**
 * Remembers who wants to hear when a pair is back; asking twice is asking once.
 *
 * @throws {Refusal} `combination-unavailable` when the pair is not sold.
 */
export async function tellWhenBack(db: Database, { productId, size, color, email }: StockRequest): Promise<void> {
  const [variant] = await db
    .select({ id: variants.id })
    .from(variants)
    .where(and(eq(variants.productId, productId), eq(variants.size, size), eq(variants.color, color)));
  if (!variant) throw new Refusal("combination-unavailable");
  await db
    .insert(stockRequests)
    .values({ variantId: variant.id, email })
    .onConflictDoUpdate({
      target: [stockRequests.variantId, stockRequests.email],
      set: { requestedAt: new Date(), toldAt: null },
      setWhere: isNotNull(stockRequests.toldAt),
    });
}

/** Asks for the letters about pairs that can be had again, those who waited longest first. Safe to repeat. Decisions §10. */
export async function tellOfStock({ db, jobs }: Pick<Services, "db" | "jobs">, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: stockRequests.id, since: stockRequests.requestedAt })
      .from(stockRequests)
      .innerJoin(variants, eq(variants.id, stockRequests.variantId))
      .where(and(isNull(stockRequests.toldAt), or(isNull(variants.stock), gt(variants.stock, 0))))
      .orderBy(asc(stockRequests.requestedAt))
      .limit(AT_ONCE)
      .for("update", { of: stockRequests, skipLocked: true });
    for (const { id, since } of due) {
      await tx.update(stockRequests).set({ toldAt: now }).where(eq(stockRequests.id, id));
      const request: TellBack = { requestId: id, since: since.toISOString() };
      await jobs.ask(tx, TELL_BACK, request, { key: `${id} ${request.since}` });
    }
  });
}

/** Writes to one who asked; nothing when the product has left the shop meanwhile. */
export async function sendBackInStock(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  { requestId, since }: TellBack,
): Promise<void> {
  const [wish] = await db
    .select({
      email: stockRequests.email,
      productId: variants.productId,
      size: variants.size,
      color: variants.color,
      price: variants.price,
      image: variants.image,
    })
    .from(stockRequests)
    .innerJoin(variants, eq(variants.id, stockRequests.variantId))
    .where(eq(stockRequests.id, requestId));
  const product = wish && (await productById(db, wish.productId));
  if (!product) return;
  await mail.send({
    to: wish.email,
    subject: backInStockSubject(product),
    ...(await written(createElement(BackInStock, { product, pair: wish, settings: settings(), address }))),
    key: `back-in-stock ${requestId} ${since}`,
  });
}
