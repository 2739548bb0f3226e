import { z } from "zod";
import { cents, formatCents, formatRound } from "./money";
import { withoutInvisible } from "./visible-text";

const Cents = z.int().brand<"Cents">();

/** A web link, or empty; other schemes such as javascript are refused. */
const link = z.union([z.url({ protocol: /^https?$/ }).max(200), z.literal("")]);

/** One visible line, used in titles and letter headers. */
const line = z
  .string()
  // Stored values are parsed by this, too, and refusing them would lose them: invisible characters are removed, the form reports them.
  .overwrite(withoutInvisible)
  .trim()
  .max(120, "Use at most 120 characters.")
  .regex(/^[^\p{Cc}\p{Cs}<>{}]*$/u, "Write it in one line of plain text, without the signs < > { }.");
const words = line.min(1, "This may not be empty.");

const DAYS = 3650;
const WEEK_IN_MINUTES = 10_080;
/** An amount with a limit that prevents overflows. */
const amount = Cents.refine((cents) => cents >= 0 && cents <= 1_000_000_00, "Write an amount up to $1,000,000.00.");

const taxCode = z.union([z.string().regex(/^txcd_\d{8}$/, "This is no code of Stripe's list."), z.literal("")]);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** All settings that a merchant may change, with defaults. Texts quote them. */
export const Settings = z.object({
  shopName: words.default("Iron Mesa"),

  /** Flat delivery fee in cents, and the order value (before discount) from which delivery is free. */
  deliveryFee: amount.default(cents(399)),
  freeDeliveryFrom: amount.default(cents(300_00)),
  /** Delivery times: estimate in confirmations, and ranges in policies. */
  deliveryEstimate: words.default("2-3 business days"),
  standardDelivery: words.default("3-7 business days"),
  expeditedDelivery: words.default("1-3 business days"),
  shipsWithin: words.default("1-3 days"),

  /** Days to return, days to report damage, duration of refunds. */
  returnDays: z.int().min(1).max(DAYS).default(30),
  damageReportDays: z.int().min(1).max(DAYS).default(7),
  refundTime: words.default("10-14 business days"),
  /** Refunds and replacements per order, or per member in 24 hours, beyond which a member must show a factor. */
  refundLimit: amount.default(cents(250_00)),
  /** Minutes after payment in which a shopper may cancel an unpacked order; 0 switches it off. */
  cancelMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(30),
  /** Hours for which a change of an order waits for its money, unless a member chooses otherwise. */
  changeHours: z.int().min(24).max(168).default(72),
  /** Whether returns are approved automatically or by a member. */
  returnApproval: z.enum(["automatic", "by-hand"]).default("automatic"),

  /** Postal address of the shop on one line; empty: not shown. */
  shopAddress: line.default(""),

  /** Time zone of the shop, by its IANA name. */
  timeZone: z.string().refine(isTimeZone, "This is not the name of a time zone.").default("America/Denver"),

  supportHours: words.default("M-F 8am-4pm MST"),
  supportEmail: z.email().max(254).default("support@ironmesa.example"),
  replyWithin: words.default("2 business days"),
  /** Whether messages are also forwarded to the address above. */
  forwardMessages: z.boolean().default(true),
  /** Letters to the shop about new orders: each, daily, or none. */
  newOrderLetter: z.enum(["each", "daily", "none"]).default("none"),

  /** Percentage above which codes and price plans need a factor. */
  discountLimit: z.int().min(0).max(100).default(50),

  /** Percent off for a new subscriber, once; and milliseconds until the pop-up. */
  newsletterPercent: z.int().min(1).max(100).default(5),
  popUpDelay: z.int().min(0).max(3_600_000).default(6500),
  /** Days for which a closed or used pop-up stays away. */
  popUpPauseDays: z.int().min(1).max(DAYS).default(30),

  /** Minutes for which an unpaid order keeps its stock; and after an attempt to pay, counted from the same moment. */
  reservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(3),
  triedReservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(30),
  /** Most unpaid orders of a network at a time, and most pieces in them. */
  heldDrafts: z.int().min(1).default(3),
  heldPieces: z.int().min(1).default(24),
  /** Stock from which large unpaid orders hold at most half of a variant. */
  heldHalfFrom: z.int().min(2).default(5),
  /**
   * Minutes for which a network that let a reservation expire unpaid cannot reserve variants with less stock than `heldHalfFrom`, and no
   * more than half of others.
   */
  lapsePauseMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(10),
  /** A variant with at most this many left says 'Only N left'. */
  lowStock: z.int().min(0).default(4),
  /** Whether a daily letter about low stock is sent. */
  lowStockLetter: z.boolean().default(false),

  /**
   * How often the same form may be sent within so many seconds: from one network, from one network for one e-mail address, and
   * for one e-mail address from everywhere. The last is far higher, so that no stranger locks anybody out; of look-ups it counts
   * only those that find nothing.
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
   * Letters of one kind per day to one recipient, caused by forms from one network; from all networks five times as many. Order letters do
   * not count.
   */
  formLettersPerDay: z.int().min(0).default(5),

  /**
   * Limits of sales by state that the merchant changed, and the day on which one that came near was noted; states that are missing have the
   * usual limit. Null is not watched.
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
   * Computation of sales tax: by the rates written down here, or by Stripe, which then needs its code for each kind of goods. Stripe's codes
   * as txcd_99999999; empty: not chosen.
   */
  taxService: z
    .object({
      by: z.enum(["own", "stripe"]),
      codes: z.object({ clothing: taxCode, footwear: taxCode, protective: taxCode, accessory: taxCode }),
    })
    .default({ by: "own", codes: { clothing: "", footwear: "", protective: "", accessory: "" } }),

  /** Social networks of the shop; empty links are not shown. */
  social: z
    .object({ instagram: link, facebook: link, youtube: link, pinterest: link })
    .default({ instagram: "", facebook: "", youtube: "", pinterest: "" }),
});
export type Settings = z.infer<typeof Settings>;

/**
 * Settings whose change needs a factor: the limits above which refunds, codes and price plans need one, the discount for every subscriber,
 * the address to which messages, answers and the shop's own letters go, and how many forms and letters of strangers pass.
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

/** Settings that texts may quote in braces, formatted. */
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

/** Replaces `{name}` in a text by settings; unknown names stay. */
export function filled(text: string, settings: Settings): string {
  // Fast path, since most texts quote nothing.
  if (!text.includes("{")) return text;
  const facts = quotable(settings);
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => facts[name] ?? braces);
}

/** Replaces braces in all texts of a JSON value. */
export function fillPlaceholdersDeep<T>(value: T, settings: Settings): T {
  if (typeof value === "string") return filled(value, settings) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillPlaceholdersDeep(item, settings)) as T;
  if (value && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fillPlaceholdersDeep(item, settings)]),
    ) as T;
  return value;
}
