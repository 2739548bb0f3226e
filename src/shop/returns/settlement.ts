import { amountIn, type Cents, cents, formatCents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { isDeliveryDue } from "./delivery-due";
import type { RefundedBefore } from "./refunded-before";
import type { ReturnedLine } from "./return";

/** States of a return. A return can be refused only before it is received. */
export type ReturnState = "started" | "received" | "settled" | "refused";

/** Conditions of a returned piece. Only pieces "as new" are restocked by default. */
export const conditions = {
  "as-new": { label: "As new", isSellable: true },
  worn: { label: "Worn or used", isSellable: false },
  damaged: { label: "Damaged or faulty", isSellable: false },
} as const;
export type Condition = keyof typeof conditions;
export const CONDITIONS = Object.keys(conditions) as Condition[];

/** Received pieces of a line in one condition. */
export interface ArrivedPieces {
  position: number;
  condition: Condition;
  quantity: number;
}

/** Settlement of one line. */
export interface SettledLine {
  position: number;
  /** Number of refunded pieces. */
  refunded: number;
  /** Refund in cents, if it is less than the price paid. */
  amount?: Cents;
  /** Number of exchanged pieces, and the id of the variant sent for them; null without an exchange. */
  exchanged: number;
  exchangeVariantId: number | null;
  /** Number of restocked pieces by condition; the others are written off. */
  restocked: Partial<Record<Condition, number>>;
}

export interface Settlement {
  lines: SettledLine[];
  /** Whether the delivery fee is refunded, too. */
  delivery: boolean;
  /** Note to the shopper in the letter. */
  words: string;
}

/** A settlement of pieces, without what it says of money for delivery. */
export type PieceSettlement = Omit<Settlement, "delivery">;

/** A line of a return, with the data that its settlement needs. */
export interface LineToSettle extends Pick<ReturnedLine, "position" | "reason" | "exchangeVariantId"> {
  arrived: Partial<Record<Condition, number>>;
  /** Price of one piece when ordered, in cents, before a discount. */
  price: Cents;
  /** Number of pieces not refunded yet, and the refund for one of them, two, and so on, in cents. */
  refundable: number;
  amounts: Cents[];
  /** Pieces that were refunded on the order's page before this parcel arrived. */
  before: RefundedBefore;
  /** Variants for an exchange with their stock; null for unlimited stock. */
  variants: { id: number; name: string; left: number | null }[];
  /**
   * Goods kept for the line's exchange, and what of its difference goes back if none of its pieces, one, two, and so on are exchanged for
   * them, in cents; null without any.
   */
  differenceBack: { variantId: number; amounts: Cents[] } | null;
}

/** Amounts of the order that can still go back, in cents: the delivery fee, and the total (`all`). */
export interface MoneyLeft {
  delivery: Cents;
  all: Cents;
}

type MoneyOfLine = Pick<LineToSettle, "position" | "amounts" | "differenceBack">;

/** Amount in cents that the settlement of a line gives back: for its refunded pieces, and of the difference of its exchange. */
export function backOfLine(
  { amounts, differenceBack }: Pick<MoneyOfLine, "amounts" | "differenceBack">,
  { refunded, amount, exchanged, exchangeVariantId }: Omit<SettledLine, "position" | "restocked">,
): Cents {
  const ofPieces = refunded === 0 ? 0 : (amount ?? amounts[refunded - 1] ?? 0);
  const made = exchangeVariantId === differenceBack?.variantId ? exchanged : 0;
  return cents(ofPieces + (differenceBack?.amounts[made] ?? differenceBack?.amounts[0] ?? 0));
}

/** Amount in cents that a settlement gives back, at most the money that is left. */
export function backOfSettlement(
  { lines: settled, delivery }: Pick<Settlement, "lines" | "delivery">,
  lines: readonly MoneyOfLine[],
  left: MoneyLeft,
): Cents {
  const ofLines = lines.flatMap((line) => {
    const own = settled.find(({ position }) => position === line.position);
    return own ? [backOfLine(line, own)] : [];
  });
  return cents(Math.min(sum([...ofLines, delivery ? left.delivery : cents(0)]), left.all));
}

/** Number of received pieces of a line. */
export const cameOf = ({ arrived }: Pick<LineToSettle, "arrived">): number =>
  Object.values(arrived).reduce((count, quantity) => count + quantity, 0);

/** Names of the form fields of both steps. */
export const cameField = (position: number, condition: Condition): string => `came-${position}-${condition}`;
export const restockField = (position: number, condition: Condition): string => `restock-${position}-${condition}`;
export const settleField = (name: "refund" | "amount" | "exchange" | "variant", position: number): string =>
  `${name}-${position}`;

/** Default of the form: everything arrived, in the condition that the reason of its return implies. */
export const arrivedAsAnnounced = (lines: Pick<ReturnedLine, "position" | "quantity" | "reason">[]): ArrivedPieces[] =>
  lines.map(({ position, quantity, reason }) => ({
    position,
    quantity,
    condition: reason === "damaged" || reason === "faulty" ? "damaged" : "as-new",
  }));

/** Parses a field as an integer; an empty field is 0, and an invalid one undefined. */
function pieces(text: string | undefined): number | undefined {
  const typed = (text ?? "").trim();
  if (typed === "") return 0;
  return /^\d{1,3}$/.test(typed) ? Number(typed) : undefined;
}

const NUMBER = "Write a whole number, or nothing.";

/**
 * Parses the received pieces in a form. Errors of all fields are thrown together.
 *
 * @throws {Refusal} `input-invalid`; also when no piece was received.
 */
export function arrivedPieces(
  values: Record<string, string>,
  lines: Pick<ReturnedLine, "position" | "quantity">[],
): ArrivedPieces[] {
  const fields: Record<string, string> = {};
  const arrived = lines.flatMap(({ position, quantity: announced }) => {
    const own = CONDITIONS.flatMap((condition) => {
      const field = cameField(position, condition);
      const quantity = pieces(values[field]);
      if (quantity === undefined) fields[field] = NUMBER;
      return quantity ? [{ position, condition, quantity }] : [];
    });
    if (own.reduce((count, { quantity }) => count + quantity, 0) > announced)
      fields[cameField(position, own.at(-1)?.condition ?? "as-new")] =
        announced === 1
          ? "One was announced. If more came, start another return for the rest."
          : `${announced} were announced. If more came, start another return for the rest.`;
    return own;
  });
  const [first] = lines;
  if (arrived.length === 0 && Object.keys(fields).length === 0 && first)
    fields[cameField(first.position, "as-new")] =
      "At least one piece has to be here. If nothing comes any more, refuse the return: that closes it.";
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  return arrived;
}

/** Number of received pieces of a line that are still to be refunded. */
export const dueOf = (line: LineToSettle): number => Math.min(cameOf(line) - line.before.quantity, line.refundable);

/**
 * Default settlement: pieces "as new" are restocked, an exchange is sent if in stock, and all other refundable pieces are
 * refunded; with the delivery fee, unless it is kept, if it is due.
 */
export function usualSettlement(
  lines: LineToSettle[],
  { refundsExchanges = false, keepsDelivery = false } = {},
): Settlement {
  const settled = lines.map((line) => {
    const came = dueOf(line);
    const wanted = line.variants.find(({ id }) => id === line.exchangeVariantId);
    const isThere = wanted !== undefined && (wanted.left === null || wanted.left >= came);
    const isExchanged = came > 0 && isThere && !refundsExchanges;
    return {
      position: line.position,
      refunded: isExchanged ? 0 : came,
      exchanged: isExchanged ? came : 0,
      exchangeVariantId: isExchanged ? line.exchangeVariantId : null,
      restocked: { "as-new": line.arrived["as-new"] ?? 0 },
    };
  });
  const delivery = !keepsDelivery && isDeliveryDue(lines.map((line, at) => ({ refunded: 0, ...line, ...settled[at] })));
  return { words: "", delivery, lines: settled };
}

/**
 * Parses the settlement in a form. Errors of all fields are thrown together.
 *
 * @throws {Refusal} `input-invalid`.
 */
export function settlementOf(values: Record<string, string>, words: string, lines: LineToSettle[]): Settlement {
  const fields: Record<string, string> = {};
  const number = (field: string): number => {
    const count = pieces(values[field]);
    if (count === undefined) fields[field] = NUMBER;
    return count ?? 0;
  };
  const settled = lines.map((line): SettledLine => {
    const { position } = line;
    const [refund, exchange] = [settleField("refund", position), settleField("exchange", position)];
    const exchanged = line.variants.length > 0 ? number(exchange) : 0;
    const variantId = Number(values[settleField("variant", position)] ?? 0);
    const restocked = Object.fromEntries(
      CONDITIONS.flatMap((condition) =>
        line.arrived[condition] ? [[condition, number(restockField(position, condition))]] : [],
      ),
    );
    const exchangeVariantId = exchanged > 0 ? variantId : null;
    const refunded = number(refund);
    const amount = givenAmount(values[settleField("amount", position)] ?? "", line, refunded);
    if (typeof amount === "string") fields[settleField("amount", position)] = amount;
    const given = typeof amount === "number" ? { amount } : {};
    return { position, refunded, exchanged, exchangeVariantId, restocked, ...given };
  });
  const settlement = { lines: settled, words, delivery: values.delivery === "yes" };
  const all = { ...complaintsOf(settlement, lines), ...fields };
  if (Object.keys(all).length > 0) throw new Refusal("input-invalid", { fields: all });
  return settlement;
}

/** Parses a typed refund in cents; undefined for the full price, and an error message if invalid. */
function givenAmount(typed: string, { amounts }: LineToSettle, pieces: number): Cents | string | undefined {
  if (typed.trim() === "" || pieces === 0) return undefined;
  const whole = amounts[pieces - 1] ?? cents(0);
  const amount = amountIn(typed);
  if (amount === undefined || amount > whole) return `Write dollars and cents, up to ${formatCents(whole)}.`;
  return amount === whole ? undefined : amount;
}

const few = (count: number): string => (count === 1 ? "one piece" : `${count} pieces`);

/** Errors of a settlement by field: it may not exceed the received and refundable pieces and the stock. */
export function complaintsOf(
  { lines: settled, words }: PieceSettlement,
  lines: LineToSettle[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  let isCut = false;
  for (const line of lines) {
    const own = settled.find(({ position }) => position === line.position);
    if (!own) continue;
    const came = cameOf(line);
    const most = Math.min(came, line.refundable);
    const given = own.refunded + own.exchanged;
    isCut ||= given < dueOf(line) || own.amount !== undefined;
    const field = settleField(own.exchanged > 0 && own.refunded === 0 ? "exchange" : "refund", line.position);
    if (given > came) fields[field] = `Only ${few(came)} came: refunds and exchanges together are no more.`;
    else if (given > most)
      fields[field] =
        most === 0
          ? "It was refunded before, or waits to be exchanged: nothing more can go back for it."
          : `Only ${few(most)} can go back: the rest was refunded before, or waits to be exchanged.`;
    if (own.exchanged > 0) Object.assign(fields, exchangeComplaint(line, own));
    for (const condition of CONDITIONS)
      if ((own.restocked[condition] ?? 0) > (line.arrived[condition] ?? 0))
        fields[restockField(line.position, condition)] = `Only ${few(line.arrived[condition] ?? 0)} came like that.`;
  }
  if (isCut && words === "") fields.words = "Less goes back than was paid for what came: write to the shopper why.";
  return fields;
}

function exchangeComplaint(line: LineToSettle, { position, exchanged, exchangeVariantId }: SettledLine) {
  const variant = line.variants.find(({ id }) => id === exchangeVariantId);
  if (!variant) return { [settleField("variant", position)]: "Choose what is sent instead." };
  if (variant.left === null || variant.left >= exchanged) return {};
  return { [settleField("variant", position)]: soldOutWords(variant) };
}

const soldOutWords = ({ name, left }: { name: string; left: number | null }): string =>
  left
    ? `Only ${few(left)} of ${name} ${left === 1 ? "is" : "are"} left. Refund the rest, or choose another.`
    : `${name} has sold out meanwhile. Refund it, or choose another.`;

/** Error message about a variant that was sold out after the form was parsed. */
export const soldOutMeanwhile = (position: number, name: string): Record<string, string> => ({
  [settleField("variant", position)]: soldOutWords({ name, left: 0 }),
});
