import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import type { RefundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { type PricedLine, pricedLines } from "../drafting/priced-lines.server";
import type { Pieces } from "../parcels/pieces";
import type { ChangePlan, ComingLine } from "./change-plan";
import { type AddedLine, previewChange } from "./change-preview";
import { type KnownOrder, orderToChange } from "./changeable-order.server";
import { swapPrice } from "./swap-price";
import { lineTaxes } from "./line-taxes.server";

/** Goods to add; `replaces` is the position of the line that they replace. */
export interface WantedGoods {
  product: string;
  size: string;
  color: string;
  quantity: number;
  replaces?: number | undefined;
  /** Price of one piece in cents, if a member reduces it. */
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

type Planning = Pick<Services, "settings" | "taxes" | "unreadable" | "payments"> & { db: Database };

/**
 * Computes the plan of a change, without writing anything.
 *
 * @throws {Refusal} as `orderToChange`, `previewChange`, `pricedLines` and `taxesOfPlace`; `change-nothing` if no line is removed
 * or added, or the added pieces equal the removed ones; `input-invalid` for a price that is negative or above the usual one.
 */
export async function planChange(
  services: Planning,
  number: string,
  money: Pick<RefundableMoney, "taken">,
  wanted: WantedLines,
  now = new Date(),
): Promise<ChangePlan> {
  if (wanted.goes.length + wanted.comes.length === 0) throw new Refusal("change-nothing");
  const known = await orderToChange(services.db, number, money);
  const priced = await pricedLines(services.db, wanted.comes);
  const comes: (AddedLine & { index: number })[] = [];
  const asked: Cents[] = [];
  for (const [index, goods] of wanted.comes.entries()) {
    const line = priced[index];
    if (!line) throw new Refusal("product-unknown", { details: { product: goods.product } });
    const usual = await usualPrice(services.db, known, line, goods.replaces, wanted.isOurMistake ?? false);
    const price = goods.price ?? usual;
    if (price < 0 || price > usual)
      throw new Refusal("input-invalid", { fields: { price: "A price can be lowered here, not raised." } });
    asked.push(usual);
    comes.push({
      index,
      product: line.product,
      variantId: line.variantId,
      quantity: goods.quantity,
      price,
      ...(goods.replaces !== undefined && { replaces: goods.replaces }),
    });
  }
  if (isSame(known, wanted.goes, comes)) throw new Refusal("change-nothing");

  const taxes = await lineTaxes(services, known, priced, now);
  const { deliveryFee, freeDeliveryFrom } = services.settings();
  const preview = previewChange(
    {
      ...known,
      settings: { deliveryFee, freeDeliveryFrom },
      taxOf: (line) => taxes.of(line as (typeof comes)[number] & { discountShare: Cents }).tax,
      taxOfDelivery: taxes.ofDelivery,
    },
    { goes: wanted.goes, comes, asksDelivery: wanted.asksDelivery ?? false },
  );
  const { stays, goes, sums, difference } = preview;
  return {
    stays,
    goes,
    comes: preview.comes.map((line, index) =>
      comingLine(line, priced[index] as PricedLine, asked[index] ?? line.price, taxes.of({ ...line, index }).row),
    ),
    before: known.sums,
    sums,
    difference,
  };
}

/** Converts an added line to the form that plans store. */
export const comingLine = (
  { variantId, quantity, price, replaces, discountShare, tax }: AddedLine & { discountShare: Cents; tax: Cents },
  goods: PricedLine,
  askedPrice: Cents,
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
  tax,
  taxed,
  finalSale: goods.finalSale,
  kindForTax: goods.kindForTax,
  sku: goods.sku,
  ...(replaces !== undefined && { replaces }),
});

/**
 * Price of one added piece before a member's reduction: the paid price if it replaces the same variant, `swapPrice` if it
 * replaces another variant of its product, otherwise today's price.
 */
export async function usualPrice(
  db: Database,
  { goods }: Pick<KnownOrder, "goods">,
  line: PricedLine,
  replaces: number | undefined,
  isOurMistake: boolean,
): Promise<Cents> {
  const gone = replaces === undefined ? undefined : goods.get(replaces);
  if (gone?.productId !== line.product) return line.price;
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

/** Total by which a member reduced prices in a plan, in cents. */
export const reducedBy = ({ comes }: Pick<ChangePlan, "comes">): Cents =>
  sum(comes.map(({ askedPrice, price, quantity }) => cents((askedPrice - price) * quantity)));
