import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, or } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { DAY, SECOND } from "~/platform/durations";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { Refusal } from "~/shop/refusal";
import { countedAddress } from "~/shop/form-submission";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import { letterPace } from "~/shop/strangers-letters.server";
import { BackInStock, backInStockSubject } from "./back-in-stock.email";
import { variants } from "../catalog.tables";
import { stockRequests } from "./stock-requests.tables";
import { productById } from "../catalog.server";
import { isSoldOut } from "../product";
import type { StockRequest } from "./stock-request";

/** Queue of letters which say that a variant is back in stock. */
export const NOTIFY_BACK_IN_STOCK = "tell-back-in-stock";
export interface NotifyBackInStock {
  requestId: number;
  /** Time of the request in ISO format; a later request of the same shopper gets another letter. */
  since: string;
}

/** Maximum number of letters that one round enqueues. */
const AT_ONCE = 500;
/** Days after which a request is deleted that was answered by a letter, or ended by a member. */
const ANSWERED_DAYS = 30;
/** Days after which a request without an answer is deleted. The privacy policy and the form's answer promise this year. */
const OPEN_DAYS = 365;
/** Days from which on a repeated request starts its year anew. Before, it keeps its place among the oldest. */
const RENEWED_AFTER_DAYS = 30;
/** Days after which requests for a retired variant are deleted; until then Undo brings the variant back with them. */
const RETIRED_DAYS = 1;

/**
 * Stores a back-in-stock request. Repeating it before a letter was enqueued changes nothing, except that a request older than a
 * month is kept for another year. A request of a network that has written to many strangers counts from later in the day on
 * (`isSlow`).
 *
 * @throws {Refusal} `product-unknown`, also for an unpublished product; `combination-unavailable` when the variant is not sold;
 * `in-stock` when the variant is in stock.
 */
export async function requestBackInStock(
  db: Database,
  { productId, size, color, email }: StockRequest,
  now = new Date(),
  network?: string,
): Promise<{ isSlow: boolean }> {
  const product = await productById(db, productId);
  if (!product) throw new Refusal("product-unknown");
  const variant = product.variants.find((each) => each.size === size && each.color === color);
  if (!variant) throw new Refusal("combination-unavailable");
  if (!isSoldOut([variant])) throw new Refusal("in-stock");
  const { isSlow, startAfter } = await letterPace(db, { email, network }, now);
  const requestedAt = new Date(now.getTime() + startAfter * SECOND);
  await db
    .insert(stockRequests)
    .values({ variantId: variant.id, email, requestedAt })
    .onConflictDoUpdate({
      target: [stockRequests.variantId, stockRequests.email],
      set: { requestedAt, toldAt: null },
      setWhere: or(isNotNull(stockRequests.toldAt), lt(stockRequests.requestedAt, daysBefore(now, RENEWED_AFTER_DAYS))),
    });
  return { isSlow };
}

/**
 * Enqueues letters about variants that are back in stock, oldest requests first. A recipient who has reached the daily limit gets
 * the letter on a later day. Safe to repeat.
 */
export async function notifyBackInStock(
  shop: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  const isAvailable = and(isNull(variants.retiredAt), or(isNull(variants.stock), gt(variants.stock, 0)));
  await shop.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: stockRequests.id, email: stockRequests.email, since: stockRequests.requestedAt })
      .from(stockRequests)
      .innerJoin(variants, eq(variants.id, stockRequests.variantId))
      .where(and(isNull(stockRequests.toldAt), lte(stockRequests.requestedAt, now), isAvailable))
      .orderBy(asc(stockRequests.requestedAt))
      .limit(AT_ONCE)
      .for("update", { of: stockRequests, skipLocked: true });
    // Sorted by mailbox: two processes that lock the letter counters in the same order cannot deadlock.
    const wishes = due.map((wish) => ({ ...wish, mailbox: countedAddress(wish.email) }));
    for (const { id, email, since } of wishes.toSorted((a, b) => a.mailbox.localeCompare(b.mailbox))) {
      const request: NotifyBackInStock = { requestId: id, since: since.toISOString() };
      const letter = { name: NOTIFY_BACK_IN_STOCK, payload: request, key: `${id} ${request.since}` };
      const wait = await enqueueFormLetter(shop, tx, { email }, letter);
      const outcome = wait === 0 ? { toldAt: now } : { requestedAt: new Date(now.getTime() + wait * 1000) };
      await tx.update(stockRequests).set(outcome).where(eq(stockRequests.id, id));
    }
  });
}

/** Sends the letter of a request, unless the variant was retired or the product unpublished in the meantime. */
export async function sendBackInStock(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  { requestId, since }: NotifyBackInStock,
): Promise<void> {
  const [wish] = await db
    .select({
      email: stockRequests.email,
      productId: variants.productId,
      size: variants.size,
      color: variants.color,
      price: variants.price,
      salePrice: variants.salePrice,
      image: variants.image,
    })
    .from(stockRequests)
    .innerJoin(variants, eq(variants.id, stockRequests.variantId))
    .where(and(eq(stockRequests.id, requestId), isNull(variants.retiredAt)));
  const product = wish && (await productById(db, wish.productId));
  if (!product) return;
  const words = await letterWords(db, "back-in-stock", settings());
  const facts = { product, variant: wish, words, settings: settings(), address };
  await mail.send({
    to: wish.email,
    subject: backInStockSubject(facts),
    ...(await renderLetter(createElement(BackInStock, facts))),
    key: `back-in-stock ${requestId} ${since}`,
  });
}

/**
 * Deletes requests, and so e-mail addresses: a month after they were answered or ended, a year after they were made, and a day
 * after their variant was retired. Those of a deleted variant are deleted with it.
 */
export async function sweepStockRequests(db: Database, now: Date): Promise<void> {
  const retired = db
    .select({ id: variants.id })
    .from(variants)
    .where(lt(variants.retiredAt, daysBefore(now, RETIRED_DAYS)));
  await db
    .delete(stockRequests)
    .where(
      or(
        lt(stockRequests.toldAt, daysBefore(now, ANSWERED_DAYS)),
        and(isNull(stockRequests.toldAt), lt(stockRequests.requestedAt, daysBefore(now, OPEN_DAYS))),
        inArray(stockRequests.variantId, retired),
      ),
    );
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);
