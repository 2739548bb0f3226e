import { eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { productAddress } from "~/shop/catalog/product";
import { namedProducts } from "~/shop/catalog/named-products.server";
import { firstName } from "~/shop/first-name";
import { requestKey } from "~/shop/form-submission";
import { type Link, reviewLinks } from "~/shop/orders/letter-links.server";
import { kindsOf } from "~/shop/orders/kinds-apart.server";
import type { Order } from "~/shop/orders/order";
import { orderByNumber } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import { newId } from "../reviews.server";
import { reviews } from "../reviews.tables";
import { goodsOfOrder, type ReachedGoods } from "./goods-of-order.server";
import type { OrderReview } from "./order-review-form";

/** A product of an order that its shopper can review. */
export interface ReviewedGoods extends ReachedGoods {
  image: string | null;
  /** Path of its page. */
  address: string;
  /** True for goods of several sizes, whose fit is asked. */
  isSized: boolean;
}

/** The goods of an order that its shopper has not reviewed, and names of those that were reviewed. */
export interface GoodsToReview {
  order: Order;
  isReal: boolean;
  open: ReviewedGoods[];
  reviewed: string[];
}

/** Goods of an order that are meant: those that were kept, as the letter asks about, or all that reached the shopper. */
export type Which = "kept" | "all";

/**
 * Goods of an order to review; undefined for an unknown order. Goods that the shop no longer has, and samples, cannot be reviewed.
 */
export async function goodsToReview(db: Database, number: string, which: Which): Promise<GoodsToReview | undefined> {
  const order = await orderByNumber(db, number);
  const kind = (await kindsOf(db, [number])).get(number)?.kind;
  if (!order?.paidAt || kind === "sample") return undefined;
  const reached = (await goodsOfOrder(db, number)).filter(({ isKept }) => isKept || which === "all");
  const ids = reached.map(({ productId }) => productId);
  const named = await namedProducts(db, ids);
  const sized = await severalSizes(db, ids);
  const done = await reviewedOf(db, number);
  const known = reached.flatMap((goods) => {
    const product = named.get(goods.productId);
    return product
      ? [{ ...goods, image: product.image, address: productAddress(product), isSized: sized.has(goods.productId) }]
      : [];
  });
  return {
    order,
    isReal: kind === "real",
    open: known.filter(({ productId }) => !done.has(productId)),
    reviewed: known.flatMap(({ productId, name }) => (done.has(productId) ? [name] : [])),
  };
}

/** Products of an order that have a review of it. */
async function reviewedOf(db: Database, number: string): Promise<Set<string>> {
  const rows = await db.select({ id: reviews.productId }).from(reviews).where(eq(reviews.orderNumber, number));
  return new Set(rows.map(({ id }) => id));
}

async function severalSizes(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select product_id as id from variants where product_id = any(${sql.param(ids)}::text[])
    group by product_id having count(distinct size) > 1`);
  return new Set(rows.map(({ id }) => id));
}

/** Page of a link: the goods to review. */
export interface OrderReviewPage {
  orderNumber: string;
  author: string;
  goods: Omit<ReviewedGoods, "isKept" | "position">[];
  reviewed: string[];
}

/** Reads the page of a link; undefined for an invalid link. */
export async function orderReviewPage(
  services: Pick<Services, "db" | "sealer">,
  link: Link,
  which: Which,
): Promise<OrderReviewPage | undefined> {
  if (!(await reviewLinks.isValid(services, link))) return undefined;
  const found = await goodsToReview(services.db, link.id, which);
  if (!found) return undefined;
  return {
    orderNumber: link.id,
    author: firstName(found.order.name),
    goods: found.open.map(({ isKept: _kept, position: _position, ...goods }) => goods),
    reviewed: found.reviewed,
  };
}

/**
 * Stores the reviews of an order's goods for moderation, as those of a verified buyer. A form that is sent twice stores them once.
 *
 * @throws {Refusal} `product-unknown` for goods that are not of this order, or were reviewed before.
 */
export async function writeOrderReviews(
  db: Database,
  number: string,
  which: Which,
  written: OrderReview[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await goodsToReview(tx, number, which);
    for (const { productId, ...words } of written) {
      const key = await requestKey("review of an order", number, productId);
      const goods = found?.open.find((each) => each.productId === productId);
      if (!goods) {
        if ((await tx.$count(reviews, eq(reviews.requestKey, key))) > 0) continue;
        throw new Refusal("product-unknown");
      }
      await tx
        .insert(reviews)
        .values({
          id: newId(),
          productId,
          ...words,
          fit: goods.isSized ? words.fit : null,
          verified: true,
          orderNumber: number,
          orderLine: goods.position,
          requestKey: key,
        })
        .onConflictDoNothing({ target: reviews.requestKey });
    }
  });
}
