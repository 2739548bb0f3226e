import { z } from "zod";
import { priceOf } from "~/shop/catalog/pricing/pricing";
import type { Product, Variant } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { endOfDay } from "~/shop/wall-clock";
import { EmailAddress, ShortText, Traps } from "~/shop/form-submission";

/** Why something comes back. What is the shop's own fault may always come back, soon enough. */
export const reasons = {
  "too-small": { label: "Too small", isOurFault: false },
  "too-large": { label: "Too large", isOurFault: false },
  "not-as-expected": { label: "Not what I expected", isOurFault: false },
  "changed-mind": { label: "Changed my mind", isOurFault: false },
  exchange: { label: "Exchange for another size or color", isOurFault: false },
  damaged: { label: "Arrived damaged", isOurFault: true },
  faulty: { label: "Faulty", isOurFault: true },
  wrong: { label: "Wrong item sent", isOurFault: true },
} as const;

export type Reason = keyof typeof reasons;
export const Reason = z.enum(Object.keys(reasons) as [Reason, ...Reason[]], { error: "Please choose a reason." });

/** Fields by which an order is found: its number and the address it was placed with. */
export const OrderLookup = z
  .object({
    order: ShortText("Please enter your order number."),
    email: EmailAddress,
  })
  .extend(Traps.shape);
export type OrderLookup = z.infer<typeof OrderLookup>;

/** A line of an order, as far as sending it back is concerned. */
export interface SoldLine {
  position: number;
  /** Pieces that have left and are not lost: only these may come back. */
  sent: number;
  /** Pieces in earlier returns; refused returns do not count. */
  returned: number;
  finalSale: boolean;
  /** Everything in the Accessories category. Return policy §3. */
  isAccessory: boolean;
  /** Variants that it may be exchanged for: the product's others at its price, with their names. */
  variants: { id: number; name: string }[];
}

/** The order as far as sending it back is concerned. */
export interface SoldOrder {
  /** Whether any parcel of it has left. */
  hasLeft: boolean;
  /** When the last of it left, and when it was paid as long as nothing has. */
  leftAt: Date;
  /** When the last parcel arrived, where somebody recorded it. */
  deliveredAt: Date | null;
  lines: SoldLine[];
}

/** When the last of an order's parcels arrived; nothing while one is on its way, or none was recorded. */
export function lastArrival(parcels: { deliveredAt: Date | null }[]): Date | null {
  const arrivals = parcels.flatMap(({ deliveredAt }) => deliveredAt?.getTime() ?? []);
  return parcels.length > 0 && arrivals.length === parcels.length ? new Date(Math.max(...arrivals)) : null;
}

/** The order for a member: everything that has left may come back at any time and whatever it is. */
export const forMembers = (order: SoldOrder, now: Date): SoldOrder => ({
  ...order,
  leftAt: now,
  deliveredAt: null,
  lines: order.lines.map((line) => ({ ...line, finalSale: false, isAccessory: false })),
});

/** Why a line does not come back; `only-faulty` comes back when it arrived damaged, faulty or wrong. */
export type Hindrance = "not-left" | "window-over" | "only-faulty" | "all-returned";

const DAY = 86_400_000;
/** Days after it left, or was paid, at which an order counts as delivered when nobody recorded it. */
const ASSUMED_TRANSIT_DAYS = 14;

/** When the order counts as delivered: as recorded, else after the longest time that standard delivery takes. */
const deliveryOf = ({ deliveredAt, leftAt }: SoldOrder): Date =>
  deliveredAt ?? new Date(leftAt.getTime() + ASSUMED_TRANSIT_DAYS * DAY);

/** The end of the last day on which a return may be started: `returnDays` after the day of delivery. Return policy §1. */
export const windowEnd = (order: SoldOrder, settings: Pick<Settings, "returnDays" | "timeZone">): Date =>
  endOfDay(new Date(deliveryOf(order).getTime() + settings.returnDays * DAY), settings.timeZone);

/** The end of the last day on which damage may be reported. Return policy §6. */
const damageWindowEnd = (order: SoldOrder, settings: Pick<Settings, "damageReportDays" | "timeZone">): Date =>
  endOfDay(new Date(deliveryOf(order).getTime() + settings.damageReportDays * DAY), settings.timeZone);

/** The reason that keeps a line from coming back, or nothing. */
export function hindranceOf(line: SoldLine, order: SoldOrder, now: Date, settings: Settings): Hindrance | null {
  if (line.sent === 0) return "not-left";
  if (line.returned >= line.sent) return "all-returned";
  if (now > windowEnd(order, settings)) return "window-over";
  if (line.finalSale || line.isAccessory) return now > damageWindowEnd(order, settings) ? "window-over" : "only-faulty";
  return null;
}

/** The reasons that may be given for a line, the shop's own faults only within their shorter window. */
export function reasonsFor(line: SoldLine, order: SoldOrder, now: Date, settings: Settings): Reason[] {
  const hindrance = hindranceOf(line, order, now, settings);
  if (hindrance !== null && hindrance !== "only-faulty") return [];
  const mayReportDamage = now <= damageWindowEnd(order, settings);
  return Reason.options.filter((reason) => {
    if (reason === "exchange" && line.variants.length === 0) return false;
    return reasons[reason].isOurFault ? mayReportDamage : hindrance === null;
  });
}

/** A line's field in the form, by its name. */
const LINE_FIELD = /^(quantity|reason|exchange)-\d{1,3}$/;

/**
 * Either step of the return page's form. What starts a return names the order again, how many returns it had when the form
 * was shown, and the fields of its lines as `values`.
 */
export const ReturnRequest = OrderLookup.extend({
  step: z.enum(["find", "start"]).default("find"),
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

/** One line that the shopper sends back. */
export const ReturnedLine = z.object({
  position: z.int().min(0),
  quantity: z.int().min(1).max(limits.bag.quantity),
  reason: Reason,
  /** For an exchange: the name of the variant wanted instead, and which one it is. */
  exchangeFor: z.string().max(limits.text.line),
  exchangeVariantId: z.int().nullable(),
});
export type ReturnedLine = z.infer<typeof ReturnedLine>;

/** The variants that one may be exchanged for: the product's others that cost the same, so that nothing is owed either way. */
export function exchanges(product: Exchangeable | undefined, bought: { size: string; color: string }): Variant[] {
  const isBought = ({ size, color }: Variant) => size === bought.size && color === bought.color;
  const own = product?.variants.find(isBought);
  if (!product || !own) return [];
  return product.variants.filter((variant) => variant !== own && priceOf(product, variant) === priceOf(product, own));
}

type Exchangeable = Pick<Product, "variants" | "price" | "salePrice">;

/** Whether what came back can be sold again: not what arrived damaged or faulty. */
export const isSellable = ({ reason }: Pick<ReturnedLine, "reason">): boolean =>
  reason !== "damaged" && reason !== "faulty";

/** The name of a line's field in the form. */
export const fieldOf = (field: "quantity" | "reason" | "exchange", position: number): string => `${field}-${position}`;

/**
 * Lines that the form asks to send back, with a quantity above zero, each with its reason. The complaints of all lines come together, by
 * the names of their fields.
 *
 * @throws {Refusal} `input-invalid`, or `not-returnable` for a line that is not the shopper's to send back.
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
    if (!quantity) return [];

    const allowed = reasonsFor(line, order, now, settings);
    if (allowed.length === 0) throw new Refusal("not-returnable");
    const left = line.sent - line.returned;
    if (!Number.isInteger(quantity) || quantity < 0 || quantity > left)
      fields[fieldOf("quantity", position)] = `You can send back ${left === 1 ? "one" : `up to ${left}`}.`;

    const reason = Reason.safeParse(values[fieldOf("reason", position)]);
    if (!reason.success) fields[fieldOf("reason", position)] = "Please choose a reason.";
    else if (!allowed.includes(reason.data))
      fields[fieldOf("reason", position)] = "This item comes back only if it arrived damaged, faulty or wrong.";

    const exchangeFor = (values[fieldOf("exchange", position)] ?? "").trim();
    const wanted = line.variants.find(({ name }) => name === exchangeFor);
    if (reason.data === "exchange" && !wanted)
      fields[fieldOf("exchange", position)] = "Please say which size or color you want instead.";

    if (!reason.success) return [];
    const exchange = reason.data === "exchange" ? wanted : undefined;
    const instead = { exchangeFor: exchange?.name ?? "", exchangeVariantId: exchange?.id ?? null };
    return [{ position, quantity, reason: reason.data, ...instead }];
  });

  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });
  if (lines.length === 0)
    throw new Refusal("input-invalid", { fields: { lines: "Please choose at least one item to send back." } });
  return lines;
}
