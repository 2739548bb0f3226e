import { z } from "zod";
import { HOUR } from "~/platform/durations";
import { fillBraces } from "./fill-braces";
import { cents, formatCents, formatRound } from "./money";
import { withoutInvisible } from "./visible-text";

const Cents = z.int().brand<"Cents">();

/** A web link with http or https, or an empty text; other schemes, such as javascript, are refused. */
const link = z.union([z.url({ protocol: /^https?$/ }).max(200), z.literal("")]);

/** One line of visible text, for titles and headers of letters. */
const line = z
  .string()
  // This schema also parses stored values. An error would discard them, so invisible characters are removed here, and the form
  // reports them.
  .overwrite(withoutInvisible)
  .trim()
  .max(120, "Use at most 120 characters.")
  .regex(/^[^\p{Cc}\p{Cs}<>{}]*$/u, "Write it in one line of plain text, without the signs < > { }.");
const words = line.min(1, "This may not be empty.");

const DAYS = 3650;
const WEEK_IN_MINUTES = 10_080;
/** An amount in cents, with a maximum that prevents overflows. */
const amount = Cents.refine((cents) => cents >= 0 && cents <= 1_000_000_00, "Write an amount up to $1,000,000.00.");

const taxCode = z.union([z.string().regex(/^txcd_\d{8}$/, "This is no code of Stripe's list."), z.literal("")]);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** All settings that a merchant may change, with their defaults. Texts can quote those that `quotable` returns. */
export const Settings = z.object({
  shopName: words.default("Iron Mesa"),

  /** Flat delivery fee in cents, and the order value in cents, before a discount, from which delivery is free. */
  deliveryFee: amount.default(cents(399)),
  freeDeliveryFrom: amount.default(cents(300_00)),
  /** Delivery times as texts: the estimate in confirmations, and the ranges in policies. */
  deliveryEstimate: words.default("2-3 business days"),
  standardDelivery: words.default("3-7 business days"),
  expeditedDelivery: words.default("1-3 business days"),
  shipsWithin: words.default("1-3 days"),

  /** Days for returns, days for reporting damage, and durations of refunds. */
  returnDays: z.int().min(1).max(DAYS).default(30),
  damageReportDays: z.int().min(1).max(DAYS).default(7),
  refundTime: words.default("10-14 business days"),
  /**
   * Sum in cents above which a member needs a recent second factor: of refunds and replacements of an order, or of all that the
   * member gave within 24 hours, price reductions included.
   */
  refundLimit: amount.default(cents(250_00)),
  /** Minutes after the payment in which a shopper may cancel an unpacked order; 0 disables it. */
  cancelMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(30),
  /** Hours for which an exchange or a change of an order awaits its payment; for a change a member may choose another time. */
  changeHours: z.int().min(24).max(168).default(72),
  /** Whether returns are approved automatically or by a member. */
  returnApproval: z.enum(["automatic", "by-hand"]).default("automatic"),

  /** Postal address of the shop on one line; not shown if empty. */
  shopAddress: line.default(""),

  /** Time zone of the shop, by its IANA name. */
  timeZone: z.string().refine(isTimeZone, "This is not the name of a time zone.").default("America/Denver"),

  supportHours: words.default("M-F 8am-4pm MST"),
  supportEmail: z.email().max(254).default("support@ironmesa.example"),
  replyWithin: words.default("2 business days"),
  /** Whether messages of the contact form are also forwarded to `supportEmail`. */
  forwardMessages: z.boolean().default(true),
  /** Whether the shop gets a letter for each new order, one per day, or none. */
  newOrderLetter: z.enum(["each", "daily", "none"]).default("none"),

  /** Percentage above which discount codes and price plans need a second factor. */
  discountLimit: z.int().min(0).max(100).default(50),

  /** One-time discount of a new subscriber in percent, and the delay of the pop-up in milliseconds. */
  newsletterPercent: z.int().min(1).max(100).default(5),
  popUpDelay: z.int().min(0).max(HOUR).default(6500),
  /** Days for which a pop-up is not shown again after it was closed or used. */
  popUpPauseDays: z.int().min(1).max(DAYS).default(30),

  /**
   * Minutes for which an unpaid order keeps its stock: without an attempt to pay, and after one. Both count from the start of the
   * reservation.
   */
  reservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(3),
  triedReservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(30),
  /** Maximum number of unpaid orders of one network at a time, and of pieces in them. */
  heldDrafts: z.int().min(1).default(3),
  heldPieces: z.int().min(1).default(24),
  /** Stock from which unpaid orders may reserve at most half of a variant, and more only for a short time (`hold-bounds.ts`). */
  heldHalfFrom: z.int().min(2).default(5),
  /**
   * Minutes after a network let a reservation expire unpaid in which it cannot reserve variants with less stock than
   * `heldHalfFrom`, and at most half of other variants.
   */
  lapsePauseMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(10),
  /** Stock up to which a variant is labeled 'Only N left'. */
  lowStock: z.int().min(0).default(4),
  /** Whether the shop gets a daily letter about low stock. */
  lowStockLetter: z.boolean().default(false),

  /**
   * Maximum number of times that a form may be sent within `seconds`: from one network, from one network with one e-mail address,
   * and with one e-mail address from all networks. The last maximum is much higher, so that strangers cannot lock out an
   * address's owner; of searches for an order it counts only those without a result.
   */
  formLimits: z
    .object({
      seconds: z.int().min(1).default(600),
      perNetwork: z.int().min(1).default(60),
      perNetworkAndEmail: z.int().min(1).default(10),
      perEmail: z.int().min(1).default(150),
    })
    .prefault({}),
  /**
   * Maximum number of letters of one kind per day and recipient that forms sent from one network cause; for all networks together
   * five times as many. Letters about orders do not count.
   */
  formLettersPerDay: z.int().min(0).default(5),

  /**
   * Sales limits by state that the merchant changed, and the day (`saidOn`) on which the merchant was told that a limit is near.
   * States that are missing have the usual limit; null means that the amount or the number of sales is not watched.
   */
  taxLimits: z
    .record(
      z.string().regex(/^[A-Z]{2}$/),
      z.object({
        amount: amount.nullable().optional(),
        sales: z.int().min(1).max(10_000_000).nullable().optional(),
        saidOn: z.iso.date().optional(),
      }),
    )
    .default({}),

  /**
   * Computation of sales tax: with the rates entered in the shop, or by Stripe, which needs its own code for each kind of goods.
   * Stripe's codes look like txcd_99999999; empty if not chosen.
   */
  taxService: z
    .object({
      by: z.enum(["own", "stripe"]),
      codes: z.object({ clothing: taxCode, footwear: taxCode, protective: taxCode, accessory: taxCode }),
    })
    .default({ by: "own", codes: { clothing: "", footwear: "", protective: "", accessory: "" } }),

  /** Addresses of the shop's pages in social networks; an empty link is not shown. */
  social: z
    .object({ instagram: link, facebook: link, youtube: link, pinterest: link })
    .default({ instagram: "", facebook: "", youtube: "", pinterest: "" }),
});
export type Settings = z.infer<typeof Settings>;

/**
 * Settings whose change needs a second factor: the limits above which refunds, codes and price plans need one, the discount of
 * new subscribers, the address that receives messages and the shop's own letters, and the limits for forms and letters of
 * strangers.
 */
export const guardedSettings: ReadonlySet<string> = new Set<keyof Settings>([
  "refundLimit",
  "discountLimit",
  "newsletterPercent",
  "supportEmail",
  "formLimits",
  "formLettersPerDay",
]);

export const defaultSettings: Settings = Settings.parse({});

/** Settings that texts may quote in braces, formatted for reading. */
export const quotable = (settings: Settings): Record<string, string> => ({
  shopName: settings.shopName,
  shopAddress: settings.shopAddress,
  returnDays: String(settings.returnDays),
  damageReportDays: String(settings.damageReportDays),
  refundTime: settings.refundTime,
  shipsWithin: settings.shipsWithin,
  standardDelivery: settings.standardDelivery,
  expeditedDelivery: settings.expeditedDelivery,
  deliveryEstimate: settings.deliveryEstimate,
  freeShippingOver: formatRound(settings.freeDeliveryFrom),
  deliveryFee: formatCents(settings.deliveryFee),
  supportHours: settings.supportHours,
  supportEmail: settings.supportEmail,
  replyWithin: settings.replyWithin,
  newsletterPercent: String(settings.newsletterPercent),
});

/** Replaces `{name}` in a text by the setting's value; unknown names stay unchanged. */
export function filled(text: string, settings: Settings): string {
  // Fast path, since most texts contain no braces.
  if (!text.includes("{")) return text;
  return fillBraces(text, quotable(settings));
}

/** Replaces braces in all texts of a JSON value, nested ones included. */
export function fillPlaceholdersDeep<T>(value: T, settings: Settings): T {
  if (typeof value === "string") return filled(value, settings) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillPlaceholdersDeep(item, settings)) as T;
  if (value && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fillPlaceholdersDeep(item, settings)]),
    ) as T;
  return value;
}
