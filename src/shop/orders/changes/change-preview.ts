import { lineTotal, isFor, percentOf, orderTotal } from "~/shop/price";
import { type DeliveryTerms, deliveryFeeOf } from "~/shop/delivery-fee";
import type { CodeTerms } from "~/shop/discounts/code";
import { type Cents, cents, share, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type Pieces, sumOf, type WentBack } from "../parcels/pieces";
import { deliveryFeeAfterChange, deliveryTaxAfterChange, differenceOf, type OrderLedger } from "./change-amounts";

/** Line of an order after earlier changes; amounts are for the whole line, in cents. */
export interface ChangeableLine extends Pieces {
  /** Price of one piece, in cents. */
  price: Cents;
  discountShare: Cents;
  /** Part of that share which offers took; unset without any. */
  offerShare?: Cents;
  /** Set for a present of an offer, which is in no threshold. */
  isPresent?: boolean;
  tax: Cents;
  /** Product id; without it, a code that is for some products only is not for the line. */
  product?: string;
  /** Weight in grams of one piece, as its product has it today; null without one. */
  weightGrams: number | null;
  /** Number of pieces that a change may remove: not shipped, refunded or reserved for an exchange. */
  open: number;
  /** Refunded pieces of the line; unset without any. */
  refunded?: { quantity: number };
  /** Amounts of the other pieces that went back without them; unset without any. */
  wentBack?: WentBack;
}

/** Goods that are to be added, with the prices from which the price of each piece follows. */
export interface AddedGoods {
  variantId: number;
  quantity: number;
  /** Today's price of one piece, in cents. */
  price: Cents;
  /** Price of a piece that replaces another one, if it is not today's price. */
  swapPrice?: Cents;
  /** Price of one piece to which a member lowers them; a piece that costs less keeps its price. */
  agreedPrice?: Cents;
  /** Position of the line whose removed pieces they replace, piece by piece. Pieces beyond those replace nothing. */
  replaces?: number;
  /** Product id; without it, a code that is for some products only does not reduce the goods. */
  product?: string;
  /** Weight in grams of one piece; null if its product has none. */
  weightGrams: number | null;
}

/** Line that a change adds. */
export interface AddedLine extends Omit<AddedGoods, "swapPrice" | "agreedPrice"> {
  /** Price of one piece, in cents. */
  price: Cents;
  /** Today's price of one piece, in cents. */
  askedPrice: Cents;
  /**
   * Position of the line that they replace; the change removes at least as many of its pieces. A code that reduced that line
   * reduces them, too, if it is for their product.
   */
  replaces?: number;
}

/** Sums of an order, in cents; `tax` includes the tax of lines, delivery and fees. */
export interface ChangeableSums {
  orderValue: Cents;
  discount: Cents;
  deliveryFee: Cents;
  tax: Cents;
  deliveryTax: Cents;
  fees: Cents;
  total: Cents;
}

export interface WantedChange {
  goes: Pieces[];
  comes: AddedGoods[];
  /** True if the delivery fee follows today's rule even if that raises it. */
  asksDelivery?: boolean;
  /** True if delivery stays free although the change removes all goods for which the code made it free. */
  keepsFreeDelivery?: boolean;
}

/** Order with the data from which a change is computed. */
export interface ChangeableOrder {
  lines: ChangeableLine[];
  sums: ChangeableSums;
  /** Value of the order's gift cards in cents, which delivery and codes do not count; unset without any. */
  ofCards?: Cents;
  ledger: OrderLedger;
  /** Part of the delivery fee and of its tax that went back before; unset without any. */
  deliveryBack?: { fee: Cents; tax: Cents };
  /** Terms of the order's code; null without one. */
  terms: CodeTerms | null;
  /** Terms of delivery at the order's address. */
  delivery: DeliveryTerms;
  /** Functions for the tax, in cents, of added goods after discount, and of a higher delivery fee. */
  taxOf: (line: AddedLine & { discountShare: Cents }) => Cents;
  taxOfDelivery: (fee: Cents) => Cents;
}

/** Pieces of a line, with their part of the line's discount and tax. */
export interface LinePart extends Pieces {
  discountShare: Cents;
  tax: Cents;
  /** Part of their price that went back before; unset without any. */
  wentBack?: WentBack;
}

export interface ChangePreview {
  /** Lines, or parts of lines, that the change keeps. */
  stays: LinePart[];
  goes: LinePart[];
  /** Added lines; `wentBack` is what of the price of the goods that they replace went back before, at most their own price. */
  comes: (AddedLine & { discountShare: Cents; offerShare?: Cents; tax: Cents; wentBack?: WentBack })[];
  sums: ChangeableSums;
  /** Amount in cents: positive if the shopper pays it, negative if it is refunded. */
  difference: Cents;
}

/**
 * Computes which lines a change keeps, removes and adds, and what it costs. Kept lines keep price, discount and tax. The delivery
 * fee falls to today's fee for the order value if that is lower, and rises to it only with `asksDelivery`, or if the change ends
 * what a code for free delivery asks for; state fees remain.
 * Amounts of removed pieces that went back before are taken over by the goods that replace them, or are not given back again.
 *
 * @throws {Refusal} `more-than-left` if pieces are to be removed that may not be; `order-state` if no line would be left, which
 * is a cancellation.
 */
export function previewChange(order: ChangeableOrder, wanted: WantedChange): ChangePreview {
  const { lines, sums, ledger, terms } = order;
  const goes = wanted.goes.map((pieces) => partOf(lines, wanted.goes, pieces));
  const stays = lines.flatMap((line) => restOf(line, goes));
  if (stays.length + wanted.comes.length === 0) throw new Refusal("order-state");

  const added = addedLines(goes, wanted.comes);
  const orderValue = cents(sums.orderValue - valueOf(lines, goes) + sum(added.map(lineTotal)));
  // Goods that a change brings below the code's least order value get no discount; an order that was below it before keeps its own.
  const { ofCards = cents(0) } = order;
  const presents = lines.filter(({ isPresent }) => isPresent);
  const presentsGo = goes.filter(({ position }) => presents.some((line) => line.position === position));
  const presentsStay = cents(sum(presents.map(lineTotal)) - valueOf(lines, presentsGo));
  const presentsCome = added.filter((line) => presents.some((present) => isSwapOf(present, line)));
  const goodsBefore = cents(sums.orderValue - ofCards - sum(presents.map(lineTotal)));
  const goodsAfter = cents(orderValue - ofCards - presentsStay - sum(presentsCome.map(lineTotal)));
  const endsMinimum = reaches(terms, goodsBefore) && !reaches(terms, goodsAfter);
  const shares = sharesOf(order, goes, added, endsMinimum);
  const priced = added.map((line, index) => {
    const { discountShare = cents(0), offerShare = cents(0) } = shares[index] ?? {};
    const tax = order.taxOf({ ...line, discountShare });
    return { ...line, discountShare, ...(offerShare > 0 && { offerShare }), tax };
  });
  const comes = takenOver(goes, priced);
  const deliveryFee = feeAfterChange(order, wanted, { stays, comes, goodsBefore, goodsAfter });
  const deliveryTax = deliveryTaxAfterChange(
    { ...order, taxWentBack: order.deliveryBack?.tax ?? cents(0) },
    deliveryFee,
  );
  const discount = cents(sums.discount - sum(goes.map(shareIn)) + sum(shares.map(shareIn)));
  const taxOfLines = sums.tax - sums.deliveryTax - sum(goes.map(taxIn)) + sum(comes.map(taxIn));
  const tax = cents(taxOfLines + deliveryTax);
  const { fees } = sums;
  const total = orderTotal({ orderValue, discount, deliveryFee, tax, fees });
  return {
    stays,
    goes,
    comes,
    sums: { orderValue, discount, deliveryFee, tax, deliveryTax, fees, total },
    difference: cents(differenceOf(total, ledger) + notAgainIn({ goes, comes })),
  };
}

/** Delivery fee in cents. A code for free delivery makes it free only as long as goods for it are left and its minimum is reached. */
function feeAfterChange(
  { lines, sums, delivery, terms, deliveryBack }: ChangeableOrder,
  { asksDelivery = false, keepsFreeDelivery = false }: WantedChange,
  after: { stays: LinePart[]; comes: AddedLine[]; goodsBefore: Cents; goodsAfter: Cents },
): Cents {
  const productOf = (part: LinePart) => lines.find(({ position }) => position === part.position)?.product;
  const isFreeFor = (products: (string | undefined)[], value: Cents) =>
    terms?.kind === "free-delivery" && reaches(terms, value) && products.some((product) => isFor(terms, product));
  const left = [...after.stays.map(productOf), ...after.comes.map(({ product }) => product)];
  const wasFree = isFreeFor(
    lines.map(({ product }) => product),
    after.goodsBefore,
  );
  const isFree = isFreeFor(left, after.goodsAfter);
  const weightOf = ({ position }: LinePart) => lines.find((line) => line.position === position)?.weightGrams ?? null;
  const pieces = [
    ...after.stays.map((part) => ({ quantity: part.quantity, weightGrams: weightOf(part) })),
    ...after.comes,
  ];
  return deliveryFeeAfterChange({
    paid: sums.deliveryFee,
    today: deliveryFeeOf({ value: after.goodsAfter, isFree, pieces }, delivery),
    mayRise: asksDelivery || (wasFree && !isFree && !keepsFreeDelivery),
    wentBack: deliveryBack?.fee ?? cents(0),
  });
}

/** Whether an order value, in cents, is at least the one that a code asks for. */
export const reaches = (terms: CodeTerms | null, orderValue: Cents): boolean => orderValue >= (terms?.minimum ?? 0);

/** Amount in cents that a change does not give back, because it went back before and no added goods take it over. */
export const notAgainIn = ({ goes, comes }: Record<"goes" | "comes", { wentBack?: WentBack | undefined }[]>): Cents =>
  cents(sum(goes.map(({ wentBack }) => sumOf(wentBack))) - sum(comes.map(({ wentBack }) => sumOf(wentBack))));

const shareIn = ({ discountShare }: { discountShare: Cents }) => discountShare;
const taxIn = ({ tax }: { tax: Cents }) => tax;

/** Removed pieces with their part of the line's discount and tax. */
function partOf(lines: ChangeableLine[], all: Pieces[], { position, quantity }: Pieces): LinePart {
  const line = lines.find((each) => each.position === position);
  const isNamedOnce = all.filter((pieces) => pieces.position === position).length === 1;
  if (!line || !isNamedOnce || !Number.isInteger(quantity) || quantity < 1 || quantity > line.open)
    throw new Refusal("more-than-left");
  const [discountShare = cents(0)] = share(line.discountShare, [quantity, line.quantity - quantity]);
  const [tax = cents(0)] = share(line.tax, [quantity, line.quantity - quantity]);
  const wentBack = wentBackOf(line, quantity);
  return { position, quantity, discountShare, tax, ...(wentBack && { wentBack }) };
}

/** Amounts that went back of some pieces of a line: their share in the amounts of all that are not refunded. */
function wentBackOf({ quantity: all, refunded, wentBack }: ChangeableLine, quantity: number): WentBack | undefined {
  if (!wentBack) return undefined;
  const others = all - (refunded?.quantity ?? 0) - quantity;
  const [goods = cents(0)] = share(wentBack.goods, [quantity, others]);
  const [tax = cents(0)] = share(wentBack.tax, [quantity, others]);
  return { goods, tax };
}

type Added = AddedLine & { discountShare: Cents; tax: Cents };

/** Added lines with what they take over: what went back of the pieces that they replace, at most their own price. */
function takenOver<Line extends Added>(goes: LinePart[], comes: Line[]): (Line & { wentBack?: WentBack })[] {
  const costOf = (line: Added) => cents(lineTotal(line) - line.discountShare + line.tax);
  const over = new Map<Line, Cents>();
  for (const part of goes) {
    const own = comes.filter(({ replaces }) => replaces === part.position);
    const prices = own.map(costOf);
    const amounts = share(cents(Math.min(sumOf(part.wentBack), sum(prices))), prices);
    for (const [index, line] of own.entries()) over.set(line, amounts[index] ?? cents(0));
  }
  return comes.map((line) => {
    const amount = over.get(line) ?? cents(0);
    if (amount === 0) return line;
    const [goods = cents(0), tax = cents(0)] = share(amount, [costOf(line) - line.tax, line.tax]);
    return { ...line, wentBack: { goods, tax } };
  });
}

function restOf({ position, quantity, discountShare, tax }: ChangeableLine, goes: LinePart[]): LinePart[] {
  const gone = goes.find((part) => part.position === position);
  if (!gone) return [{ position, quantity, discountShare, tax }];
  if (gone.quantity === quantity) return [];
  return [
    {
      position,
      quantity: quantity - gone.quantity,
      discountShare: cents(discountShare - gone.discountShare),
      tax: cents(tax - gone.tax),
    },
  ];
}

const valueOf = (lines: ChangeableLine[], parts: Pieces[]): Cents =>
  sum(
    parts.map(({ position, quantity }) =>
      lineTotal({ price: lines.find((line) => line.position === position)?.price ?? cents(0), quantity }),
    ),
  );

/**
 * Divides wanted goods into lines that replace removed pieces, in the order in which they are wanted, and lines that replace none.
 * Only the former have the swap price.
 */
function addedLines(goes: LinePart[], wanted: AddedGoods[]): AddedLine[] {
  const left = new Map(goes.map(({ position, quantity }) => [position, quantity]));
  return wanted.flatMap(({ swapPrice, agreedPrice, replaces, ...goods }) => {
    const pieces = replaces === undefined ? 0 : Math.min(goods.quantity, left.get(replaces) ?? 0);
    if (replaces !== undefined) left.set(replaces, (left.get(replaces) ?? 0) - pieces);
    const line = (quantity: number, usual: Cents): AddedLine => {
      const price = agreedPrice === undefined ? usual : cents(Math.min(usual, agreedPrice));
      return { ...goods, quantity, price, askedPrice: goods.price };
    };
    return [
      ...(pieces > 0 && replaces !== undefined ? [{ ...line(pieces, swapPrice ?? goods.price), replaces }] : []),
      ...(pieces < goods.quantity ? [line(goods.quantity - pieces, goods.price)] : []),
    ];
  });
}

/** Whether added goods are another variant of the product of a line that they replace: these keep what offers took off. */
const isSwapOf = ({ position, product }: ChangeableLine, { replaces, product: comes }: AddedLine): boolean =>
  replaces === position && product !== undefined && comes === product;

/** Discount of an added line, and the part of it that offers took. */
interface AddedShare {
  discountShare: Cents;
  offerShare: Cents;
}

/**
 * Discount of each added line. A swap within the product keeps what offers took off the pieces that it replaces; other goods get
 * nothing of it. By the code a line gets a discount if it replaces a line that had one and the code is for its product. All
 * lines that replace one line together get at most the discount that its removed pieces had, and all of it at the same value.
 */
function sharesOf(
  { lines, terms }: ChangeableOrder,
  goes: LinePart[],
  comes: AddedLine[],
  endsMinimum: boolean,
): AddedShare[] {
  const shares = comes.map(() => ({ discountShare: cents(0), offerShare: cents(0) }));
  for (const part of goes) {
    const byOffers = offerShareIn(lines, part);
    for (const [index, offerShare] of keptOffers(lines, part, byOffers, comes))
      shares[index] = { discountShare: offerShare, offerShare };
    const byCode = cents(part.discountShare - byOffers);
    const own = comes.flatMap((line, index) =>
      line.replaces === part.position && isFor(terms ?? {}, line.product)
        ? [{ index, value: cents(lineTotal(line) - (shares[index]?.offerShare ?? 0)) }]
        : [],
    );
    if (byCode === 0 || own.length === 0) continue;
    const value = sum(own.map((line) => line.value));
    const isSameValue = value === cents(valueOf(lines, [part]) - byOffers);
    if (endsMinimum && !isSameValue) continue;
    const off = terms?.percent && !isSameValue ? percentOf(value, terms.percent) : value;
    const parts = share(
      cents(Math.min(byCode, off)),
      own.map((line) => line.value),
    );
    for (const [at, { index }] of own.entries()) {
      const { offerShare = cents(0) } = shares[index] ?? {};
      shares[index] = { offerShare, discountShare: cents(offerShare + (parts[at] ?? 0)) };
    }
  }
  return shares;
}

/** Part of the discount of removed pieces that offers took. */
function offerShareIn(lines: ChangeableLine[], { position, quantity, discountShare }: LinePart): Cents {
  const line = lines.find((each) => each.position === position);
  if (!line?.offerShare) return cents(0);
  if (line.offerShare === line.discountShare) return discountShare;
  const [own = cents(0)] = share(line.offerShare, [quantity, line.quantity - quantity]);
  return cents(Math.min(own, discountShare));
}

/** Amounts that offers took off removed pieces, for the added lines that keep it, by their index; at most the price of each. */
function keptOffers(
  lines: ChangeableLine[],
  part: LinePart,
  byOffers: Cents,
  comes: AddedLine[],
): [index: number, kept: Cents][] {
  const line = lines.find((each) => each.position === part.position);
  const own = comes.flatMap((added, index) => (line && isSwapOf(line, added) ? [{ index, added }] : []));
  const pieces = own.map(({ added }) => added.quantity);
  const others = part.quantity - pieces.reduce((all, quantity) => all + quantity, 0);
  const parts = share(byOffers, [...pieces, Math.max(0, others)]);
  return own.map(({ index, added }, at) => [index, cents(Math.min(parts[at] ?? 0, lineTotal(added)))]);
}
