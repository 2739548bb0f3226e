import { z } from "zod";
import { cents, formatCents, formatRound } from "./money";
import { withoutInvisible } from "./plain-text";

const Cents = z.int().brand<"Cents">();

/** A link that pages carry, or none; never one that runs as script. */
const link = z.union([z.url({ protocol: /^https?$/ }).max(200), z.literal("")]);

/** One line that stands in titles, letters and their headers. */
const line = z
  .string()
  // A stored one is read by this too, and would be lost if it were refused: the form says what is to be taken out.
  .overwrite(withoutInvisible)
  .trim()
  .max(120, "Use at most 120 characters.")
  .regex(/^[^\p{Cc}\p{Cs}<>{}]*$/u, "Write it in one line of plain text, without the signs < > { }.");
const words = line.min(1, "This may not be empty.");

const DAYS = 3650;
const WEEK_IN_MINUTES = 10_080;
/** An amount up to which nothing of the shop overflows. */
const amount = Cents.refine((cents) => cents >= 0 && cents <= 1_000_000_00, "Write an amount up to $1,000,000.00.");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Every fact of the shop that a merchant may change, with its default. Texts quote these. */
export const Settings = z.object({
  shopName: words.default("Iron Mesa"),

  /** Flat fee for delivery, in cents, and the order value (before discount) from which it is waived. */
  deliveryFee: amount.default(cents(399)),
  freeDeliveryFrom: amount.default(cents(300_00)),
  /** Delivery times: the confirmation's estimate, and the ranges that the policies name. */
  deliveryEstimate: words.default("2-3 business days"),
  standardDelivery: words.default("3-7 business days"),
  expeditedDelivery: words.default("1-3 business days"),
  shipsWithin: words.default("1-3 days"),

  /** Days in which a shopper may send things back; days to report damage; how long a refund takes. */
  returnDays: z.int().min(1).max(DAYS).default(30),
  damageReportDays: z.int().min(1).max(DAYS).default(7),
  refundTime: words.default("10-14 business days"),
  /**
   * A member who gives more than this back of an order, or in 24 hours, as money or as what is sent again, shows a passkey or a code
   * again.
   */
  refundLimit: amount.default(cents(250_00)),
  /** Minutes after the payment in which its shopper may cancel an order that is not packed; 0, nobody may. */
  cancelMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(30),
  /** Whether a started return is approved by itself, or waits for somebody. */
  returnApproval: z.enum(["automatic", "by-hand"]).default("automatic"),

  /** Where the shop is, in one line; empty, it stands nowhere. */
  shopAddress: line.default(""),

  /** Where the shop's day begins at midnight, by its name in the time zone database. */
  timeZone: z.string().refine(isTimeZone, "This is not the name of a time zone.").default("America/Denver"),

  supportHours: words.default("M-F 8am-4pm MST"),
  supportEmail: z.email().max(254).default("support@ironmesa.example"),
  replyWithin: words.default("2 business days"),
  /** Whether each message goes to the address above, too. */
  forwardMessages: z.boolean().default(true),
  /** Whether the shop is written to about new orders: each, once a day, or not at all. */
  newOrderLetter: z.enum(["each", "daily", "none"]).default("none"),

  /** Who makes a code or a price plan that takes more percent off than this shows a passkey or a code again. */
  discountLimit: z.int().min(0).max(100).default(50),

  /** Percent off that a newsletter subscriber gets once, and the milliseconds after which the pop-up asks. */
  newsletterPercent: z.int().min(1).max(100).default(5),
  popUpDelay: z.int().min(0).max(3_600_000).default(6500),
  /** Days for which a closed or used pop-up stays away. */
  popUpPauseDays: z.int().min(1).max(DAYS).default(30),

  /** Minutes for which an order awaiting payment keeps its stock; and, counted from the same moment, once paying was tried. */
  reservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(3),
  triedReservationMinutes: z.int().min(1).max(WEEK_IN_MINUTES).default(30),
  /** How many unpaid orders one network may have at a time, and how many pieces they may hold together. */
  heldDrafts: z.int().min(1).default(3),
  heldPieces: z.int().min(1).default(24),
  /** Pieces of a variant from which on large unpaid orders hold no more than half of them. */
  heldHalfFrom: z.int().min(2).default(5),
  /** Minutes for which a network that let held stock lapse leaves variants with fewer left to others. */
  lapsePauseMinutes: z.int().min(0).max(WEEK_IN_MINUTES).default(10),
  /** A variant with at most this many left says 'Only N left'. */
  lowStock: z.int().min(0).default(4),
  /** Whether the shop is written to once a day while something is low. */
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
   * Letters of one kind that one recipient gets within a day because somebody on one network typed the address into a form; from
   * everywhere five times as many. Orders' do not count.
   */
  formLettersPerDay: z.int().min(0).default(5),

  /** Where the merchant is found elsewhere; an empty link is not shown. */
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

/** The settings that texts may quote in braces, as they must appear there. */
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

/** Fills `{name}` in a text from the settings; braces that name no setting stay as they are. */
export function filled(text: string, settings: Settings): string {
  // Most texts quote nothing.
  if (!text.includes("{")) return text;
  const facts = quotable(settings);
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => facts[name] ?? braces);
}

/** Fills every text inside a value of plain JSON. */
export function fillPlaceholdersDeep<T>(value: T, settings: Settings): T {
  if (typeof value === "string") return filled(value, settings) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => fillPlaceholdersDeep(item, settings)) as T;
  if (value && typeof value === "object")
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fillPlaceholdersDeep(item, settings)]),
    ) as T;
  return value;
}
