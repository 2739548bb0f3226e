import type { Services } from "~/services";
import { piecesLeft } from "~/shop/catalog/stock/low-stock-list.server";
import type { Span } from "~/shop/figures/period";
import { soldMost } from "~/shop/figures/sold-most.server";
import type { Member } from "~/shop/members/member";
import { hashesOf } from "./picture-hashes.server";

/** Number of best sellers listed on Today. */
const BEST = 4;

/** Products that sold best in some days, with the pieces that are left. */
export async function bestSellers(services: Services, member: Member, span: Span) {
  const best = await soldMost(services, member, span, BEST);
  const ids = best.map(({ productId }) => productId);
  const [left, hashOf] = await Promise.all([piecesLeft(services, member, ids), hashesOf(services, best)]);
  return best.map((product) => ({
    id: product.productId,
    name: product.name,
    pieces: product.pieces,
    left: left.get(product.productId) ?? null,
    picture: hashOf(product),
  }));
}
