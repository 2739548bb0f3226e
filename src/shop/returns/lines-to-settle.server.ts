import type { Database } from "~/platform/database.server";
import { productsById } from "~/shop/catalog/catalog.server";
import { nameOfVariant } from "~/shop/catalog/product";
import { differenceBack } from "~/shop/orders/exchanges/exchange-cost";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { refundableOf, isExchange, isWaiting } from "~/shop/orders/parcels/pieces";
import { owedPieces, piecesOf, undecidedPieces } from "~/shop/orders/parcels/lost-pieces.server";
import { nameOfInstead, type Replacement, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { Refusal } from "~/shop/refusal";
import { refundedBeforeByLine } from "./refunded-before.server";
import { exchanges } from "./return";
import { arrivedOf, returnByNumber } from "./returns.server";
import { arrivedAsAnnounced, type LineToSettle } from "./settlement";

/** A line to settle, with the ids needed for changing stock and money. */
export interface SettleableLine extends LineToSettle {
  variantId: number;
  /** Variants of the line's product, for exchanges. */
  choices: { id: number; size: string; color: string }[];
  /** Goods reserved for the line's exchange; null without any. */
  kept: Replacement | null;
}

const isReservedFor = ({ state, returnNumber }: Replacement, number: string): boolean =>
  state === "reserved" && returnNumber === number;

/**
 * Lines of a return: received pieces, refundable rest, earlier refunds, and variants for exchanges. `asAnnounced`: as if the pieces of a
 * return that is only started were here as announced.
 *
 * @throws {Refusal} `return-unknown`.
 */
export async function linesToSettle(
  db: Database,
  number: string,
  { asAnnounced = false } = {},
): Promise<SettleableLine[]> {
  const found = await returnByNumber(db, number);
  if (!found) throw new Refusal("return-unknown");
  const { order, lines } = found;
  const coming = asAnnounced && found.row.state === "started" ? arrivedAsAnnounced(lines) : [];
  const came = [...coming, ...(await arrivedOf(db, [number]))];
  const products = await productsById(
    db,
    order.lines.map(({ product }) => product),
  );
  const progress = await lineProgress(db, order.number);
  const instead = await replacementsOf(db, order.number);
  // Exchanged pieces, and pieces whose replacement waits, cannot be refunded; a sent replacement of a lost piece can.
  const promised = [
    ...instead.filter((own) => (isExchange(own) || isWaiting(own)) && !isReservedFor(own, number)),
    ...(await undecidedPieces(db, order.number)),
  ];
  const before = await refundedBeforeByLine(db, found);
  const owed = await owedPieces(db, order.number, coming);
  return lines.flatMap(({ position, reason, exchangeVariantId }) => {
    const bought = order.lines.find((line) => line.position === position);
    const own = progress.find((line) => line.position === position);
    if (!bought || !own) return [];
    const waits = piecesOf(promised, position);
    // A lost piece that was paid back or sent again, and then turned up, is not refunded when it is returned.
    const left = own.quantity - own.refunded.quantity - waits;
    const refundable = Math.max(0, Math.min(left, owed.get(position) ?? 0));
    const choices = exchanges(
      products.find(({ id }) => id === bought.product),
      bought,
    );
    const kept = instead.find((each) => isReservedFor(each, number) && each.position === position);
    const arrived = came.filter((pieces) => pieces.position === position);
    return {
      position,
      reason,
      // Goods kept now may have been chosen after the return was started.
      exchangeVariantId: kept?.variantId ?? exchangeVariantId,
      variantId: own.variantId,
      arrived: Object.fromEntries(arrived.map(({ condition, quantity }) => [condition, quantity])),
      price: bought.price,
      refundable,
      amounts: Array.from({ length: refundable }, (_, index) => refundableOf(own, index + 1)),
      before: before.get(position) ?? { quantity: 0, refunds: [] },
      variants: [
        ...(kept ? [{ id: kept.variantId, name: `${nameOfInstead(kept)}, kept for this`, left: kept.quantity }] : []),
        ...choices
          .filter(({ id }) => id !== kept?.variantId)
          .map((variant) => ({ id: variant.id, name: nameOfVariant(variant), left: variant.stock ?? null })),
      ],
      differenceBack: kept ? differenceOf(kept) : null,
      choices: kept ? [...choices, { id: kept.variantId, size: kept.size, color: kept.color }] : choices,
      kept: kept ?? null,
    };
  });
}

/** Parts of the difference of kept goods that go back, by the number of their pieces that are exchanged. */
const differenceOf = (kept: Replacement): NonNullable<LineToSettle["differenceBack"]> => ({
  variantId: kept.variantId,
  amounts: Array.from({ length: kept.quantity + 1 }, (_, exchanged) => differenceBack(kept, exchanged)),
});
