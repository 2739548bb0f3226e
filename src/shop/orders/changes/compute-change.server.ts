import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents } from "~/shop/money";
import { refusalBeyond } from "~/shop/payments/refundable";
import type { RefundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { type PricedLine, pricedLines } from "../drafting/priced-lines.server";
import { termsOfStanding } from "../drafting/terms-at.server";
import type { Pieces } from "../parcels/pieces";
import type { ComputedChange, ComingLine } from "./computed-change";
import { type AddedGoods, type AddedLine, type ChangePreview, previewChange } from "./change-preview";
import { type KnownOrder, orderToChange } from "./changeable-order.server";
import { swapPrice } from "./change-amounts";
import { lineTaxes } from "./line-taxes.server";

/** Goods to add; `replaces` is the position of the line that they replace. */
export interface WantedGoods {
  product: string;
  size: string;
  color: string;
  quantity: number;
  replaces?: number | undefined;
  /** Price of one piece in cents, if a member lowers it; pieces that cost less anyway keep their price. */
  price?: Cents | undefined;
}

/** Pieces that a member or shopper wants to remove, and goods to add. */
export interface WantedLines {
  goes: Pieces[];
  comes: WantedGoods[];
  /** True if swapped goods keep the price that was paid, even if they cost more today. */
  isOurMistake?: boolean;
  /** True if the delivery fee follows today's rule even if that raises it. */
  asksDelivery?: boolean;
}

type Computing = Pick<Services, "settings" | "taxes" | "unreadable" | "payments"> & { db: Database };

/**
 * Computes a change, without writing anything.
 *
 * @throws {Refusal} as `orderToChange`, `previewChange`, `pricedLines` and `termsOfStanding`; `change-nothing` if no line is removed
 * or added, or the added pieces equal the removed ones; as `refusalBeyond` if more would be refunded than is left;
 * `input-invalid` for a price that is negative or above today's and the paid one.
 */
export async function computeChange(
  services: Computing,
  number: string,
  money: Pick<RefundableMoney, "taken" | "left" | "hold">,
  wanted: WantedLines,
  now = new Date(),
): Promise<ComputedChange> {
  if (wanted.goes.length + wanted.comes.length === 0) throw new Refusal("change-nothing");
  const known = await orderToChange(services.db, number, money);
  const priced = await pricedLines(services.db, wanted.comes);
  const comes: (AddedGoods & { index: number })[] = [];
  for (const [index, { product, quantity, replaces, price: agreedPrice }] of wanted.comes.entries()) {
    const line = priced[index];
    if (!line) throw new Refusal("product-unknown", { details: { product } });
    const swapPrice = await swapPriceOf(services.db, known, line, replaces, wanted.isOurMistake ?? false);
    if (agreedPrice !== undefined && (agreedPrice < 0 || agreedPrice > Math.max(line.price, swapPrice ?? 0)))
      throw new Refusal("input-invalid", { fields: { price: "A price can be lowered here, not raised." } });
    comes.push({
      index,
      ...goodsOf(line),
      quantity,
      ...(swapPrice !== undefined && { swapPrice }),
      ...(agreedPrice !== undefined && { agreedPrice }),
      ...(replaces !== undefined && { replaces }),
    });
  }

  const terms = await termsOfStanding(services, known.order, now);
  const taxes = await lineTaxes(services, known, priced, terms, now);
  const preview = previewChange(
    {
      ...known,
      delivery: terms,
      taxOf: (line) => taxes.of({ ...line, index: indexOf(line) }).tax,
      taxOfDelivery: taxes.ofDelivery,
    },
    {
      goes: wanted.goes,
      comes,
      asksDelivery: wanted.asksDelivery ?? false,
      keepsFreeDelivery: wanted.isOurMistake ?? false,
    },
  );
  if (isSame(known, wanted.goes, preview.comes)) throw new Refusal("change-nothing");
  const { stays, goes, sums, difference } = preview;
  if (-difference > money.left) throw new Refusal(refusalBeyond(money.hold));
  return {
    stays,
    goes,
    comes: preview.comes.map((line) => {
      const index = indexOf(line);
      return comingLine(line, priced[index] as PricedLine, taxes.of({ ...line, index }).row);
    }),
    before: known.sums,
    sums,
    difference,
  };
}

/** Values of a line that a change needs of its goods. */
const goodsOf = ({ product, variantId, price, weightGrams }: PricedLine) => ({
  product,
  variantId,
  price,
  weightGrams,
});

/** Index of the wanted goods of an added line: `previewChange` divides goods into lines, which keep all other fields. */
const indexOf = (line: AddedLine): number => (line as AddedLine & { index: number }).index;

/** Converts an added line to the form in which changes are stored. */
export const comingLine = (
  {
    variantId,
    quantity,
    price,
    askedPrice,
    replaces,
    discountShare,
    offerShare,
    tax,
    wentBack,
  }: ChangePreview["comes"][number],
  goods: PricedLine,
  taxed: ComingLine["taxed"],
): ComingLine => ({
  productId: goods.product,
  variantId,
  name: goods.name,
  size: goods.size,
  color: goods.color,
  image: goods.image || null,
  quantity,
  price,
  askedPrice,
  discountShare,
  ...(offerShare !== undefined && { offerShare }),
  tax,
  taxed,
  finalSale: goods.finalSale,
  kindForTax: goods.kindForTax,
  sku: goods.sku,
  ...(replaces !== undefined && { replaces }),
  ...(wentBack && { wentBack }),
});

/**
 * Price of one added piece that replaces a piece of a line, in cents: the paid price for the same variant, as `swapPrice` says for
 * another variant of its product. Undefined if it has today's price.
 */
export async function swapPriceOf(
  db: Database,
  { goods }: Pick<KnownOrder, "goods">,
  line: PricedLine,
  replaces: number | undefined,
  isOurMistake: boolean,
): Promise<Cents | undefined> {
  const gone = replaces === undefined ? undefined : goods.get(replaces);
  if (gone?.productId !== line.product) return undefined;
  if (gone.variantId === line.variantId) return gone.price;
  // A removed variant that is no longer sold has no price today, so the prices cannot be equal.
  const [goesToday] = await pricedLines(db, [{ ...gone, product: gone.productId, quantity: 1 }]).catch(
    (error: unknown) => {
      if (error instanceof Refusal) return [];
      throw error;
    },
  );
  const prices = { paid: gone.price, goesToday: goesToday?.price ?? cents(-1), comesToday: line.price };
  return swapPrice(prices, isOurMistake);
}

/** Whether a change adds the same pieces at the same prices that it removes. */
function isSame({ goods }: KnownOrder, goes: Pieces[], comes: AddedLine[]): boolean {
  const key = (variantId: number | undefined, price: Cents | undefined, quantity: number) =>
    `${variantId} ${price} ${quantity}`;
  const gone = goes.map(({ position, quantity }) => {
    const line = goods.get(position);
    return key(line?.variantId, line?.price, quantity);
  });
  const come = comes.map(({ variantId, price, quantity }) => key(variantId, price, quantity));
  return gone.toSorted().join() === come.toSorted().join();
}
