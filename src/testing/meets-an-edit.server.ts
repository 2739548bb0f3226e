import type { Database } from "~/platform/database.server";
import { lockGoods } from "~/shop/catalog/editing/lock-goods.server";
import { lockedOfProducts } from "~/shop/catalog/stock/reservations.server";
import { untilWaiting } from "./until-waiting.server";

/**
 * Makes an act meet an edit of a product that has locked the product and not yet its variants, and waits until the act waits for
 * it. The two deadlock if the act locks a variant of the product before the product.
 */
export async function meetsEdit<Result>(db: Database, productId: string, act: () => Promise<Result>): Promise<Result> {
  const { made } = await db.transaction(async (tx) => {
    await lockGoods(tx, { productIds: [productId], variantIds: [] });
    const made = act();
    // The act's error is this test's, also while the edit still runs.
    made.catch(() => undefined);
    await untilWaiting(db);
    await lockedOfProducts(tx, [productId]);
    return { made };
  });
  return made;
}
