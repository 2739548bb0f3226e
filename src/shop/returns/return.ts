import { z } from "zod";
import { priceOf } from "~/shop/catalog/pricing/pricing";
import type { Cents } from "~/shop/money";
import type { Product, Variant } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { endOfDay } from "~/shop/wall-clock";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress, ShortText } from "~/shop/form-submission";
import { ANOTHER, fieldOf, namesWish, notFound, NOTHING_FOUND, NOTHING_WRITTEN } from "./exchange-wish";

/** Reasons of a return. Those that are the shop's fault are accepted for all goods, within `damageReportDays` and `returnDays`. */
export const reasons = {
  "too-small": { label: "Too small", isOurFault: false },
  "too-large": { label: "Too large", isOurFault: false },
  "not-as-expected": { label: "Not what I expected", isOurFault: false },
  "changed-mind": { label: "Changed my mind", isOurFault: false },
  exchange: { label: "Exchange for something else", isOurFault: false },
  damaged: { label: "Arrived damaged", isOurFault: true },
  faulty: { label: "Faulty", isOurFault: true },
  wrong: { label: "Wrong item sent", isOurFault: true },
} as const;

export type Reason = keyof typeof reasons;
export const Reason = z.enum(Object.keys(reasons) as [Reason, ...Reason[]], { error: "Please choose a reason." });

/** Whether the instructions are sent as soon as a return starts; not to a shopper whose goods are in the shop already. */
export const instructsAtStart = ({ returnApproval }: Settings, isHere: boolean): boolean =>
  returnApproval === "automatic" && !isHere;

/** Schema of the fields for finding an order: its number and e-mail address. */
export const OrderLookup = z
  .object({
    order: ShortText("Please enter your order number."),
    email: EmailAddress,
  })
  .extend(Traps.shape);
export type OrderLookup = z.infer<typeof OrderLookup>;

/** A variant for which a line may be exchanged. */
export interface Choice {
  id: number;
  /** Name of the variant; for another product preceded by the product's name. */
  name: string;
  product: string;
  size: string;
  color: string;
  /** Price of one piece minus the price paid for one piece of the line, in cents and without tax; positive if it costs more. */
  difference: Cents;
  /** Number of pieces in stock; null for unlimited stock. */
  left: number | null;
  /** Whether the variant belongs to another product than the line. */
  isOther: boolean;
}

/** Value of a form option. It contains the shown price difference, so that a form with an outdated difference is refused. */
export const choiceValue = ({ id, difference }: Pick<Choice, "id" | "difference">): string => `${id}:${difference}`;

/** A sold line, as the rules of returns need it. */
export interface SoldLine {
  position: number;
  /** Number of pieces that were sent and are not lost: only these can be returned. */
  sent: number;
  /** Number of pieces in earlier returns, refused ones excluded. */
  returned: number;
  finalSale: boolean;
  /** Whether only faulty pieces can be returned, as for products of the Accessories category. Return policy §3. */
  isOnlyFaulty: boolean;
  /** Variants for an exchange: of the line's own product, and of a product that the shopper searched for. */
  variants: Choice[];
}

/** A sold order, as the rules of returns need it. */
export interface SoldOrder {
  /** Whether any parcel of the order was shipped. */
  hasLeft: boolean;
  /** Time when the last parcel was sent; the time of payment if none was sent. */
  leftAt: Date;
  /** Time when the last parcel arrived; null if not recorded. */
  deliveredAt: Date | null;
  /** Whether the bank disputes a payment of the order, or decided for the shopper, which excludes exchanges. */
  isDisputed: boolean;
  lines: SoldLine[];
}

/** Time when an order's last parcel arrived; null while one is on its way, or if not recorded. */
export function lastArrival(parcels: { deliveredAt: Date | null }[]): Date | null {
  const arrivals = parcels.flatMap(({ deliveredAt }) => deliveredAt?.getTime() ?? []);
  return parcels.length > 0 && arrivals.length === parcels.length ? new Date(Math.max(...arrivals)) : null;
}

/** The order under the rules for members: all sent pieces can be returned or exchanged, at any time and for any reason. */
export const forMembers = (order: SoldOrder, now: Date): SoldOrder => ({
  ...order,
  leftAt: now,
  deliveredAt: null,
  isDisputed: false,
  lines: order.lines.map((line) => ({ ...line, finalSale: false, isOnlyFaulty: false })),
});

/** Reason why a line cannot be returned; `only-faulty` still allows damaged, faulty or wrong pieces. */
export type Hindrance = "not-left" | "window-over" | "only-faulty" | "all-returned";

const DAY = 86_400_000;
/** Days after sending, or after payment, from which an order without a recorded arrival counts as delivered. */
const ASSUMED_TRANSIT_DAYS = 14;

/** Time of delivery: the recorded one, or else the assumed one. */
const deliveryOf = ({ deliveredAt, leftAt }: SoldOrder): Date =>
  deliveredAt ?? new Date(leftAt.getTime() + ASSUMED_TRANSIT_DAYS * DAY);

/** End of the last day on which a return may be started: `returnDays` after the day of delivery. Return policy §1. */
export const windowEnd = (order: SoldOrder, settings: Pick<Settings, "returnDays" | "timeZone">): Date =>
  endOfDay(new Date(deliveryOf(order).getTime() + settings.returnDays * DAY), settings.timeZone);

/** End of the last day on which damage may be reported. Return policy §6. */
const damageWindowEnd = (order: SoldOrder, settings: Pick<Settings, "damageReportDays" | "timeZone">): Date =>
  endOfDay(new Date(deliveryOf(order).getTime() + settings.damageReportDays * DAY), settings.timeZone);

/** Reason why a line cannot be returned; null if it can. */
export function hindranceOf(line: SoldLine, order: SoldOrder, now: Date, settings: Settings): Hindrance | null {
  if (line.sent === 0) return "not-left";
  if (line.returned >= line.sent) return "all-returned";
  if (now > windowEnd(order, settings)) return "window-over";
  if (line.finalSale || line.isOnlyFaulty)
    return now > damageWindowEnd(order, settings) ? "window-over" : "only-faulty";
  return null;
}

/**
 * Reasons that can be chosen for a line; none once `returnDays` are over. Reasons that are the shop's fault are offered only
 * within `damageReportDays`, and an exchange only for undisputed orders.
 */
export function reasonsFor(line: SoldLine, order: SoldOrder, now: Date, settings: Settings): Reason[] {
  const hindrance = hindranceOf(line, order, now, settings);
  if (hindrance !== null && hindrance !== "only-faulty") return [];
  const mayReportDamage = now <= damageWindowEnd(order, settings);
  return Reason.options.filter((reason) => {
    if (reason === "exchange" && order.isDisputed) return false;
    return reasons[reason].isOurFault ? mayReportDamage : hindrance === null;
  });
}

/** Pattern of the names of a line's form fields. */
const LINE_FIELD = /^(quantity|reason|exchange|other|instead)-\d{1,3}$/;

/**
 * Form of the return page, for all its steps. Every step after the first repeats the order, the number of returns that it had
 * when shown, and the lines' fields as `values`. The step "look" searches for other products by name.
 */
export const ReturnRequest = OrderLookup.extend({
  step: z.enum(["find", "look", "start"]).default("find"),
  round: z.string().max(10).default("0"),
})
  .catchall(z.string().max(limits.text.line))
  .transform(({ order, email, step, round, ...more }) => ({
    order,
    email,
    step,
    round,
    values: Object.fromEntries(
      Object.entries(more).flatMap(([name, value]) =>
        LINE_FIELD.test(name) && value !== undefined ? [[name, value]] : [],
      ),
    ),
  }));

/** A line of a shopper's return. */
export const ReturnedLine = z.object({
  position: z.int().min(0),
  quantity: z.int().min(1).max(limits.bag.quantity),
  reason: Reason,
  /** For an exchange: name and id of the wanted variant. */
  exchangeFor: z.string().max(limits.text.line),
  exchangeVariantId: z.int().nullable(),
});
export type ReturnedLine = z.infer<typeof ReturnedLine>;

/** Other variants of the product at the bought variant's price, so that no payment is needed; none if that variant is gone. */
export function exchanges(product: Exchangeable | undefined, bought: { size: string; color: string }): Variant[] {
  const isBought = ({ size, color }: Variant) => size === bought.size && color === bought.color;
  const own = product?.variants.find(isBought);
  if (!product || !own) return [];
  return product.variants.filter((variant) => variant !== own && priceOf(product, variant) === priceOf(product, own));
}

type Exchangeable = Pick<Product, "variants" | "price" | "salePrice">;

/** Whether returned pieces may be sold again, judged by the reason of the return: false for damaged or faulty pieces. */
export const isSellable = ({ reason }: Pick<ReturnedLine, "reason">): boolean =>
  reason !== "damaged" && reason !== "faulty";

/**
 * Parses the lines of the form that have a quantity above zero. Errors of all lines are thrown together, by field.
 *
 * @throws {Refusal} `input-invalid`, or `not-returnable` for a line that cannot be returned. Fields of unknown lines are ignored.
 */
export function returnedLines(
  values: Record<string, string>,
  order: SoldOrder,
  now: Date,
  settings: Settings,
): ReturnedLine[] {
  const fields: Record<string, string> = {};
  const lines = order.lines.flatMap((line) => {
    const { position } = line;
    const quantity = Number(values[fieldOf("quantity", position)] ?? 0);
    const isWishing = namesWish(values, line);
    const allowed = reasonsFor(line, order, now, settings);
    if (quantity === 0) {
      if (isWishing && allowed.length > 0) fields[fieldOf("quantity", position)] = NOTHING_SENT;
      return [];
    }

    if (allowed.length === 0) throw new Refusal("not-returnable");
    const left = line.sent - line.returned;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > left)
      fields[fieldOf("quantity", position)] = `You can send back ${left === 1 ? "one" : `up to ${left}`}.`;

    const reason = Reason.safeParse(values[fieldOf("reason", position)]);
    if (!reason.success) fields[fieldOf("reason", position)] = "Please choose a reason.";
    else if (!allowed.includes(reason.data))
      fields[fieldOf("reason", position)] =
        reason.data === "exchange" && order.isDisputed
          ? notExchanged(order)
          : "This item comes back only if it arrived damaged, faulty or wrong.";
    else if (reason.data !== "exchange" && isWishing)
      fields[fieldOf("reason", position)] = allowed.includes("exchange") ? NOT_AN_EXCHANGE : notExchanged(order);

    const wanted = reason.data === "exchange" ? chosenOf(line, values, quantity) : undefined;
    if (wanted && "fields" in wanted) Object.assign(fields, wanted.fields);

    if (!reason.success) return [];
    const exchange = wanted && "choice" in wanted ? wanted.choice : undefined;
    const instead = { exchangeFor: exchange?.name ?? "", exchangeVariantId: exchange?.id ?? null };
    return [{ position, quantity, reason: reason.data, ...instead }];
  });

  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  if (lines.length === 0)
    throw new Refusal("input-invalid", { fields: { lines: "Please choose at least one item to send back." } });
  return lines;
}

const NOTHING_SENT = "Say how many come back, or leave out what is wanted instead.";
const NOT_AN_EXCHANGE = `Something else is wanted instead: choose "${reasons.exchange.label}", or leave out what is wanted.`;
const TWO_WISHES = "Another product is chosen, too. Choose which of the two it is.";
const notExchanged = ({ isDisputed }: Pick<SoldOrder, "isDisputed">): string =>
  isDisputed
    ? "Your bank has asked us about the payment of this order, so it cannot be exchanged here. Send it back, or write to us."
    : "This item is not exchanged here. Send it back, or write to us.";

/**
 * Checks that a product was found for each line whose form searches for another product.
 *
 * @throws {Refusal} `input-invalid` with the errors of `notFound`.
 */
export function requireFound(values: Record<string, string>, { lines }: Pick<SoldOrder, "lines">): void {
  const fields = notFound(
    values,
    lines.map(({ position, variants }) => ({ position, isFound: variants.some(({ isOther }) => isOther) })),
  );
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
}

/** The variant for which a line is exchanged, or an error message by field. */
function chosenOf(
  { position, variants }: SoldLine,
  values: Record<string, string>,
  quantity: number,
): { choice: Choice } | { fields: Record<string, string> } {
  const [own, other, instead] = (["exchange", "other", "instead"] as const).map((field) => fieldOf(field, position));
  const complaint = (name = "", said: string) => ({ fields: { [name]: said } });
  const valueOf = (field = "") => (values[field] ?? "").trim();
  const isAnother = valueOf(own) === ANOTHER;
  if (!isAnother && valueOf(own) !== "" && valueOf(instead) !== "") return complaint(own, TWO_WISHES);
  const [field = "", typed] = isAnother ? [instead, valueOf(instead)] : [own, valueOf(own)];
  // Older pages send the variant's name instead of `choiceValue`; it is accepted only if the variant costs the same.
  const choice = variants.find((each) => choiceValue(each) === typed || (each.difference === 0 && each.name === typed));
  if (choice && choice.left !== null && choice.left < quantity)
    return complaint(
      field,
      choice.left === 0 ? `${choice.name} is sold out.` : `Only ${choice.left} of ${choice.name} left.`,
    );
  if (choice) return { choice };
  if (!isAnother && typed === "") return complaint(field, "Please say which size or color you want instead.");
  if (isAnother && valueOf(other) === "") return complaint(other, NOTHING_WRITTEN);
  const found = variants.some(({ isOther }) => isOther);
  if (isAnother && !found) return complaint(other, NOTHING_FOUND);
  if (isAnother && typed === "") return complaint(field, "Please choose one of these.");
  return complaint(field, "It costs something else now, or is not sold any more. Please choose again.");
}
