/** Goods of the tests with their prices in cents; they are the catalog of `openActsShop`. */
export const GOODS = {
  tee: { name: "Sprocket Tee", size: "M", color: "Ash", price: 40_00 },
  largeTee: { name: "Sprocket Tee", size: "L", color: "Ash", price: 40_00 },
  gloves: { name: "Gauntlet Leather Gloves", size: "M", color: "Black", price: 60_00 },
  cuffs: { name: "Short Cuff Gloves", size: "M", color: "Black", price: 50_00 },
  hoodie: { name: "Longhaul Hoodie", size: "M", color: "Black", price: 80_00 },
  henley: { name: "Wrench Henley", size: "M", color: "Olive", price: 20_00 },
  blackTee: { name: "Ride Dirty Tee", size: "L", color: "Black", price: 30_00 },
  sunsetTee: { name: "Mesa Sunset Tee", size: "L", color: "Black", price: 30_00 },
} as const;

export type GoodsKey = keyof typeof GOODS;

/** Terms of the shop that acts change: delivery in cents, and the reduction by the code in percent. */
export interface Terms {
  deliveryFee: number;
  freeFrom: number;
  percent: number;
}

export const usualTerms: Terms = { deliveryFee: 4_00, freeFrom: 300_00, percent: 10 };

/** Sales tax in percent and the fee per order, in cents, that the state of a taxed order charges. */
export const TAX = { percent: 10, fee: 40 };

/** Goods that every order begins with. */
export const BOUGHT: [GoodsKey, number][] = [
  ["tee", 4],
  ["gloves", 1],
  ["henley", 1],
];

/** Reduction of each bought piece by an offer, in percent, and the goods that another offer gives as a present. */
export const OFFERED = { percent: 10, present: "blackTee" } as const;

/** Price of a gift card that is bought beside goods, in cents. */
export const SOLD = 50_00;

/** A payment of an order, in cents: what arrived, what of it went back, and what the shopper's bank took of it. */
export interface Paid {
  amount: number;
  back: number;
  taken: number;
  /** Whether a bank decides over the payment or took money of it, so that the gateway refunds nothing of it. */
  isHeld: boolean;
}

const arrived = (amount: number): Paid => ({ amount, back: 0, taken: 0, isHeld: false });
const restOf = ({ amount, back, taken }: Paid): number => amount - back - taken;
export const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + part, 0);

/** Payments as text, to compare and to print them. */
export const paidAndBack = (payments: readonly Pick<Paid, "amount" | "back">[]): string =>
  payments.map(({ amount, back }) => `${amount} - ${back}`).join(", ");

/** Pieces that a shopper keeps: what one cost, and what of the money for all of them is still with the shop, in cents. */
export interface Kept {
  goods: GoodsKey;
  pieces: number;
  each: number;
  /** Reduction of one piece by the code and by offers. */
  reduction: number;
  left: number;
  /** Whether an offer gave it as a present, which is in no threshold. */
  isPresent?: boolean;
  /** Goods of the order's line, if these were exchanged for them. */
  line?: GoodsKey;
  /** Pieces that the shop has promised to send in place of others, and so does not pay back on the order's page. */
  promised?: number;
}

/**
 * Account of what one shopper has paid for what he keeps, in cents with tax, by the acts of the test and the prices of `GOODS`
 * alone. It knows nothing of the shop's code. Prices and rates are such that every share is a whole number of cents.
 */
export class Account {
  /** The part of a gift card, if one paid; the order's payment, then those of its changes and exchanges as they were paid. */
  readonly payments: [Paid, ...Paid[]];
  lines: Kept[];
  delivery: { charged: number; left: number };
  fee: { charged: number; left: number };
  /** Gift card that the order bought beside its goods: what of its price is still with the shop. */
  soldCard: { left: number };
  /** Pieces that wait to be sent, by goods. */
  waits = new Map<GoodsKey, number>();
  /** Pieces of each variant that the order took out of stock. */
  out = new Map<GoodsKey, number>();

  /**
   * `card`: amount in cents that a gift card pays at most; `sold`: price of a gift card that is bought beside the goods; `offer`: what
   * took off the order or came with it.
   */
  readonly bought: { hasCode: boolean; isTaxed: boolean; card?: number; sold?: number; offer?: "off" | "present" };
  readonly terms: Terms;

  /** Whether the account still knows every part to the cent. */
  isExact = true;
  /** Whether a parcel has left, so that the order cannot be cancelled whole. */
  hasLeft = false;
  /** Whether something was refunded, so that the order cannot be cancelled whole. */
  isRefunded = false;
  /** Number of returns that were started. */
  returns = 0;
  private reserved: GoodsKey | null = null;

  constructor(bought: Account["bought"], terms: Terms) {
    this.bought = bought;
    this.terms = terms;
    this.lines = BOUGHT.map(([goods, pieces]) => ({
      goods,
      pieces,
      each: this.priceOf(goods),
      reduction: this.reductionOf(goods),
      left: 0,
    }));
    for (const line of this.lines) line.left = line.each * line.pieces;
    if (bought.offer === "present") {
      const { price: reduction } = GOODS[OFFERED.present];
      this.lines.push({ goods: OFFERED.present, pieces: 1, each: 0, reduction, left: 0, isPresent: true });
      this.move(OFFERED.present, 1, 1);
    }
    const charged = this.deliveryToday(terms);
    this.delivery = { charged, left: charged };
    const fee = bought.isTaxed ? this.taxed(TAX.fee) : 0;
    this.fee = { charged: fee, left: fee };
    this.soldCard = { left: bought.sold ?? 0 };
    const all = this.lines.reduce((sum, { left }) => sum + left, charged + fee + this.soldCard.left);
    const byCard = Math.min(all, bought.card ?? 0);
    this.payments = byCard > 0 ? [arrived(byCard), arrived(all - byCard)] : [arrived(all)];
    for (const [goods, pieces] of BOUGHT) this.move(goods, pieces, pieces);
  }

  /** The order's own payment, which banks and gateways act on. */
  get first(): Paid {
    return (this.bought.card && this.payments[1]) || this.payments[0];
  }

  /** Money that the shopper has paid for what he keeps. */
  get kept(): number {
    return total(this.payments.map(restOf));
  }

  get paid(): number {
    return total(this.payments.map(({ amount }) => amount));
  }

  get back(): number {
    return total(this.payments.map(({ back }) => back));
  }

  get taken(): number {
    return total(this.payments.map(({ taken }) => taken));
  }

  /** Half of the money that is kept, as far as it is left of a payment; banks and gateways act on one payment. */
  halfOf(payment: Paid): number {
    return Math.min(Math.floor(this.kept / 2), restOf(payment));
  }

  /**
   * Reduction of one piece by the code or the offer of the order; of goods in place of others at most what these were reduced by, and
   * by the offer only for the same product.
   */
  reductionOf(goods: GoodsKey, instead?: Kept): number {
    const { price, name } = GOODS[goods];
    if (this.bought.offer === "off") {
      if (instead) return GOODS[instead.goods].name === name ? Math.min(price, instead.reduction) : 0;
      return (price * OFFERED.percent) / 100;
    }
    const off = this.bought.hasCode ? (price * this.terms.percent) / 100 : 0;
    return Math.min(off, instead?.reduction ?? off);
  }

  /** Price of one piece in this order, perhaps in place of other goods. */
  priceOf(goods: GoodsKey, instead?: Kept): number {
    return this.taxed(GOODS[goods].price - this.reductionOf(goods, instead));
  }

  /** First line of these goods that has pieces; of a cancelled order, the one that had. */
  line(...goods: GoodsKey[]): Kept {
    const own = goods.flatMap((each) => this.lines.filter((line) => line.goods === each));
    const found = own.find(({ pieces }) => pieces > 0) ?? own[0];
    if (!found) throw new Error(`The account has no ${goods.join(" or ")}.`);
    return found;
  }

  /** Pays pieces back that are not sent any more, or have come back. */
  refund(line: Kept): number {
    this.isRefunded = true;
    return this.giveBack(this.takeOut(line));
  }

  refundDelivery(): number {
    this.isRefunded = true;
    const { left } = this.delivery;
    this.delivery.left = 0;
    return this.giveBack(left);
  }

  /** Pays the gift card back that was bought. */
  refundCard(): number {
    this.isRefunded = true;
    const { left } = this.soldCard;
    this.soldCard.left = 0;
    return this.giveBack(left);
  }

  /** Pays all pieces, delivery and fees back that can be paid back by their parts. */
  refundAll(): number {
    let all = this.delivery.left + this.fee.left;
    this.delivery.left = this.fee.left = 0;
    for (const line of this.lines) {
      const promised = line.promised ?? 0;
      const stays = line.pieces === 0 ? 0 : (line.left * promised) / line.pieces;
      all += line.left - stays;
      line.left = stays;
      const waits = Math.min(this.waits.get(line.goods) ?? 0, line.pieces) - promised;
      line.pieces = promised;
      if (!line.line) this.move(line.goods, -waits, -waits);
    }
    return this.giveBack(all);
  }

  /** Pays an amount back that is for nothing in particular. */
  goodwill(amount: number): number {
    this.isRefunded = true;
    return this.giveBack(amount);
  }

  /** Pays an amount of one payment back that is spread over all that is left. */
  spread(payment: Paid, amount: number): number {
    this.isRefunded = true;
    this.reduceAll(amount);
    payment.back += amount;
    return amount;
  }

  /** Loses an amount of one payment, and so of all that is left, to the shopper's bank. */
  lose(payment: Paid, amount: number): void {
    this.reduceAll(amount);
    payment.taken += amount;
  }

  /** Takes over what of each payment arrived and went back, once the account cannot say it to the cent. */
  correct(money: readonly Pick<Paid, "amount" | "back">[]): void {
    for (const [index, known] of money.entries()) {
      const payment = this.payments[index];
      if (payment) Object.assign(payment, known);
      else this.payments.push({ ...arrived(known.amount), back: known.back });
    }
  }

  private reduceAll(amount: number): void {
    const parts = [...this.lines, this.delivery, this.fee, this.soldCard];
    const rest = 1 - amount / this.kept;
    // Tax and goodwill are apart in such a division: beside goodwill the account does not know the shares.
    if (parts.reduce((sum, { left }) => sum + left, 0) !== this.kept) this.isExact = false;
    for (const part of parts) part.left *= rest;
    if (parts.some(({ left }) => !Number.isInteger(left / 2))) this.isExact = false;
  }

  /** Difference of a change that takes one piece out and, perhaps, puts another in; more than is left of it does not go back. */
  differenceOf(line: Kept, goods: GoodsKey | null, terms: Terms): number {
    return this.change(line, goods, terms, false);
  }

  /** Makes the change, for the difference that is returned. */
  swap(line: Kept, goods: GoodsKey | null, terms: Terms): number {
    return this.change(line, goods, terms, true);
  }

  private change(line: Kept, goods: GoodsKey | null, terms: Terms, isMade: boolean): number {
    const comes = goods === null ? 0 : this.priceOf(goods, line);
    const left = line.left / line.pieces;
    const before = line.each - left;
    const value = this.valueWith(line, goods);
    const today = this.deliveryFor(value, terms);
    // The part of the delivery fee that went back before is not let off once more.
    const charged = Math.max(Math.min(this.delivery.charged, today), this.delivery.charged - this.delivery.left);
    const less = this.delivery.charged - charged;
    const difference = Math.max(comes - line.each, -left) - less;
    if (!isMade) return difference;
    line.left -= left;
    line.pieces -= 1;
    this.move(line.goods, -1, -1);
    if (goods !== null) {
      const reduction = this.reductionOf(goods, line);
      this.lines.push({ goods, pieces: 1, each: comes, reduction, left: Math.max(0, comes - before) });
      this.move(goods, 1, 1);
    }
    this.delivery = { charged, left: this.delivery.left - less };
    if (difference > 0) this.payments.push(arrived(difference));
    else this.giveBack(-difference);
    return difference;
  }

  /**
   * Exchanges a sent piece: it comes back and another one waits to be sent; returns what it costs more. What it costs less goes back as far
   * as it is left.
   */
  exchange(line: Kept, goods: GoodsKey): number {
    const left = line.left / line.pieces;
    const each = this.priceOf(goods, line);
    const reduction = this.reductionOf(goods, line);
    const difference = each - line.each;
    line.left -= left;
    line.pieces -= 1;
    this.move(line.goods, -1, 0);
    this.lines.push({ goods, pieces: 1, each, reduction, left: left + difference, line: line.goods, promised: 1 });
    this.move(goods, 1, 1);
    if (difference <= 0) return -this.giveBack(-difference);
    this.payments.push(arrived(difference));
    return difference;
  }

  /** Keeps a piece for a change that waits for its payment. */
  reserve(goods: GoodsKey): void {
    this.reserved = goods;
    this.move(goods, 1, 0);
  }

  /** Lets the piece go that is kept for a change. */
  release(): void {
    if (this.reserved) this.move(this.reserved, -1, 0);
    this.reserved = null;
  }

  /** Pays everything back that is left, and takes all that waits into stock. */
  cancel(): number {
    this.release();
    const all = this.giveBack(this.kept);
    for (const part of [...this.lines, this.delivery, this.fee, this.soldCard]) part.left = 0;
    for (const [goods, pieces] of this.waits) this.move(goods, -pieces, -pieces);
    for (const line of this.lines) line.pieces = 0;
    return all;
  }

  /** Pays back what has not been sent: all that is left if nothing has, but for a gift card; else the pieces alone. */
  callOffRest(): number {
    if (!this.hasLeft) return this.isRefunded || this.soldCard.left > 0 ? this.refundAll() : this.cancel();
    let all = 0;
    for (const line of this.lines) {
      const waits = line.line ? 0 : Math.min(this.waits.get(line.goods) ?? 0, line.pieces) - (line.promised ?? 0);
      if (waits <= 0) continue;
      const share = (line.left * waits) / line.pieces;
      all += share;
      line.left -= share;
      line.pieces -= waits;
      this.move(line.goods, -waits, -waits);
    }
    return this.giveBack(all);
  }

  /** Takes one piece out of a line; returns what of its price is left. */
  takeOut(line: Kept): number {
    const left = line.left / line.pieces;
    line.left -= left;
    line.pieces -= 1;
    return left;
  }

  /** Takes pieces out of stock, or returns them, and notes how many more wait to be sent. */
  move(goods: GoodsKey, out: number, waits: number): void {
    this.out.set(goods, (this.out.get(goods) ?? 0) + out);
    this.waits.set(goods, (this.waits.get(goods) ?? 0) + waits);
  }

  /** Pays an amount back of the payments that no bank holds, the latest first, as far as it is left of them. */
  private giveBack(amount: number): number {
    let wanted = amount;
    for (const payment of this.payments.toReversed()) {
      const given = payment.isHeld ? 0 : Math.min(wanted, restOf(payment));
      payment.back += given;
      wanted -= given;
    }
    return amount - wanted;
  }

  /** Value of the goods by their prices, before code and tax, if one piece of a line becomes another or none. */
  private valueWith(line: Kept, goods: GoodsKey | null): number {
    const counted = this.lines.filter(({ isPresent }) => !isPresent);
    const value = counted.reduce((sum, own) => sum + GOODS[own.line ?? own.goods].price * own.pieces, 0);
    return value - GOODS[line.goods].price + (goods === null ? 0 : GOODS[goods].price);
  }

  private deliveryFor(value: number, { freeFrom, deliveryFee }: Terms): number {
    return value >= freeFrom ? 0 : this.taxed(deliveryFee);
  }

  private deliveryToday(terms: Terms): number {
    const value = BOUGHT.reduce((sum, [goods, pieces]) => sum + GOODS[goods].price * pieces, 0);
    return this.deliveryFor(value, terms);
  }

  private taxed(amount: number): number {
    return this.bought.isTaxed ? (amount * (100 + TAX.percent)) / 100 : amount;
  }
}
