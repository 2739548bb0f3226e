import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { DAY, HOUR, SECOND } from "~/platform/durations";
import { countAct, countOf } from "~/platform/rate-limit.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { Refusal } from "~/shop/refusal";
import { countedAddress } from "~/shop/form-submission";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import { isBuyer, letterPace } from "~/shop/strangers-letters.server";
import { lockFor } from "~/shop/audit/once.server";
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

/** Letters of the whole shop in an hour, and of one round: a restock after weeks may have thousands of requests. */
export const LETTERS_OF_AN_HOUR = 240;
export const LETTERS_OF_A_ROUND = 40;
const HOUR_OF_LETTERS = { name: "back-in-stock-letters", seconds: HOUR / SECOND };
/** Portions of requests that a round reads at most, since requests of recipients at their daily limit cause no letter. */
const PORTIONS = 20;
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
 * Enqueues letters about variants that are back in stock: first to mailboxes that have ordered, then by the age of the requests.
 * Those beyond `LETTERS_OF_A_ROUND` and `LETTERS_OF_AN_HOUR` wait for a later round. A recipient who has reached the daily limit
 * gets the letter on a later day. Safe to repeat.
 */
export async function notifyBackInStock(
  shop: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  let left = LETTERS_OF_A_ROUND;
  for (let portion = 0; portion < PORTIONS && left > 0; portion += 1) {
    const { read, sent } = await notifySome(shop, left, now);
    if (read === 0) return;
    left -= sent;
  }
}

/** Answers at most `most` requests; returns how many it read, and the number of letters. */
async function notifySome(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  most: number,
  now: Date,
): Promise<{ read: number; sent: number }> {
  return db.transaction(async (tx) => {
    // Processes take turns, so that the sum of an hour is exact.
    await lockFor(tx, HOUR_OF_LETTERS.name);
    const ofHour = LETTERS_OF_AN_HOUR - (await countOf(tx, HOUR_OF_LETTERS.name, ""));
    const due = await dueRequests(tx, Math.min(most, ofHour), now);
    // Sorted by mailbox: forms that lock the letter counters in the same order cannot deadlock with this.
    const wishes = due.map((wish) => ({ ...wish, mailbox: countedAddress(wish.email) }));
    let sent = 0;
    for (const { id, email, since } of wishes.toSorted((a, b) => a.mailbox.localeCompare(b.mailbox))) {
      const request: NotifyBackInStock = { requestId: id, since: since.toISOString() };
      const letter = { name: NOTIFY_BACK_IN_STOCK, payload: request, key: `${id} ${request.since}` };
      const wait = await enqueueFormLetter({ jobs, settings }, tx, { email }, letter);
      const outcome = wait === 0 ? { toldAt: now } : { requestedAt: new Date(now.getTime() + wait * SECOND) };
      await tx.update(stockRequests).set(outcome).where(eq(stockRequests.id, id));
      if (wait === 0) sent += 1;
    }
    for (let letter = 0; letter < sent; letter += 1) await countAct(tx, HOUR_OF_LETTERS, "");
    return { read: due.length, sent };
  });
}

/** Locked requests for variants in stock, in the order in which they are answered. */
async function dueRequests(tx: Database, most: number, now: Date) {
  if (most <= 0) return [];
  const isAvailable = and(isNull(variants.retiredAt), or(isNull(variants.stock), gt(variants.stock, 0)));
  return tx
    .select({ id: stockRequests.id, email: stockRequests.email, since: stockRequests.requestedAt })
    .from(stockRequests)
    .innerJoin(variants, eq(variants.id, stockRequests.variantId))
    .where(and(isNull(stockRequests.toldAt), lte(stockRequests.requestedAt, now), isAvailable))
    .orderBy(desc(isBuyer(sql`lower(${stockRequests.email})`)), asc(stockRequests.requestedAt), asc(stockRequests.id))
    .limit(most)
    .for("update", { of: stockRequests, skipLocked: true });
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
  const props = { product, variant: wish, words, settings: settings(), address };
  await mail.send({
    to: wish.email,
    subject: backInStockSubject(props),
    ...(await renderLetter(createElement(BackInStock, props))),
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
