import type { Services } from "~/services";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import type { Member } from "~/shop/members/member";
import { formatCents } from "~/shop/money";
import { listedLines } from "~/shop/orders/made/quote-made-order.server";
import { levelLines } from "../stock/stock.server";
import type { WishedPieces } from "./wished-goods";

/**
 * Returns the goods of a new order with names and current prices; a variant that is not sold has no price.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function goodsOf(services: Services, member: Member, wished: WishedPieces[]) {
  const ids = wished.map(({ variantId }) => variantId);
  const lines = await levelLines(services, await levelsOf(services, member, ids));
  const listed = await listedLines(services, wished);
  return wished.flatMap(({ variantId, quantity }) => {
    const line = lines.find(({ id }) => id === variantId);
    const price = listed.get(variantId);
    return line
      ? [
          {
            ...line,
            quantity,
            isSold: price !== undefined,
            price: price === undefined ? "Not sold any more" : `${formatCents(price)} each`,
          },
        ]
      : [];
  });
}
