import { z } from "zod";
import { HOUR } from "~/platform/durations";
import { type DeliveryAmount, DeliveryZones } from "./delivery-zones";
import { usualPlaces } from "./zone-words";
import { fillBraces } from "./fill-braces";
import { type Cents, cents, formatCents, formatRound } from "./money";
import { withoutInvisible } from "./visible-text";

/** A web link with http or https, or an empty text; other schemes, such as javascript, are refused. */
const A_LINK = "Write the whole address, beginning with https://, or leave it empty.";
const link = z.union([z.url({ protocol: /^https?$/, error: A_LINK }).max(200, A_LINK), z.literal("")], A_LINK);

const AN_EMAIL = "Write an e-mail address such as help@yourshop.com.";
const email = z.email(AN_EMAIL).max(254, AN_EMAIL);
const oneOf = <const Value extends string>(values: readonly Value[]) => z.enum(values, "Choose one of these.");

/** One line of visible text up to `most` characters, for titles and headers of letters. */
const line = (most: number) =>
  z
    .string()
    // This schema also parses stored values. An error would discard them, so invisible characters are removed here, and the form
    // reports them.
    .overwrite(withoutInvisible)
    .trim()
    .max(most, `Use at most ${most} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Write it in one line of plain text.")
    .regex(/^[^<>{}]*$/, "Write it without the signs < > { }.");
const words = line(120).min(1, "Write a few words.");

/** Largest integer in SQL. */
export const SQL_INTEGER = 2_147_483_647;

/** A whole number within bounds, both included; without `most` only SQL, which adds one to some settings, limits it. */
function whole(least: number, most = SQL_INTEGER - 1) {
  const message = `Write a whole number from ${least} to ${most}.`;
  return z.int(message).min(least, message).max(most, message);
}
const days = whole(1, 3650);

/** Days in one text, such as 2026-12-24 2026-12-31, in their order, each once; also read as 12/24/2026, parted by commas. */
const listedDays = z
  .string()
  .overwrite((text) =>
    [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
      .map((day) =>
        day.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, (_, month: string, of: string, year: string) =>
          [year, month.padStart(2, "0"), of.padStart(2, "0")].join("-"),
        ),
      )
      .toSorted()
      .join(" "),
  )
  .refine(
    (text) => text === "" || text.split(" ").every((day) => z.iso.date().safeParse(day).success),
    "Write days such as 12/24/2026, with commas between them.",
  )
  .refine((text) => text.length < 61 * 11, "Name at most 60 days.");
/** Amounts of gift cards in whole dollars, such as "25, 50, 100", in their order and each once; also read with dollar signs. */
const cardAmounts = z
  .string()
  .overwrite((text) =>
    [...new Set(text.split(/[\s,;$]+/).filter(Boolean))]
      .toSorted((one, other) => Number(one) - Number(other))
      .join(", "),
  )
  .refine(
    (text) => text.split(", ").every((dollars) => /^[1-9]\d{0,3}$/.test(dollars) && Number(dollars) <= 2000),
    "Write whole dollars from 1 to 2000, such as 25, 50, 100.",
  )
  .refine((text) => text.split(", ").length <= 10, "Name at most 10 amounts.");
const WEEK_IN_MINUTES = 10_080;
const percent = (least: number) => whole(least, 100);

/** An amount in cents, with a maximum that prevents overflows. */
const bounded = z.int().refine((sum) => sum >= 0 && sum <= 1_000_000_00, "Write an amount up to $1,000,000.00.");
const amount = bounded.brand<"Cents">();

const deliveryAmount = bounded.brand<"DeliveryAmount">();

const taxCode = z.union([z.string().regex(/^txcd_\d{8}$/, "This is no code of Stripe's list."), z.literal("")]);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Formats of settings in texts that quote them; `roundPrice` omits the cents of whole dollars. */
const quoteFormats = { text: String, price: formatCents, roundPrice: formatRound };

/** Rules of a setting besides the form of its value. */
interface Rules {
  /** Name in braces under which texts quote it. */
  quote?: string;
  quoteAs?: keyof typeof quoteFormats;
  /** A change needs a second factor. */
  needsFactor?: boolean;
  /** Orders cannot be priced without it, and its default would be a guess: nobody can order while its stored value is invalid. */
  stopsCheckout?: boolean;
}

/** Rules that fit a type of value: an amount is quoted as a price, other numbers and texts as they are. */
type RulesOf<Value> = Omit<Rules, "quote" | "quoteAs"> &
  ([Value] extends [Cents | DeliveryAmount]
    ? { quote: string; quoteAs: "price" | "roundPrice" } | { quote?: never; quoteAs?: never }
    : { quote?: [Value] extends [string | number] ? string : never; quoteAs?: never });

const setting = <Schema extends z.ZodType, const Own extends RulesOf<z.output<Schema>> = {}>(
  schema: Schema,
  rules?: Own,
) => ({ schema, rules: (rules ?? {}) as Own });

/**
 * All settings that a merchant may change, with defaults and rules. Labels, groups and controls of their forms are in
 * `src/back-office/settings/setting-fields.ts`, which does not compile without an entry for each setting.
 */
const declared = {
  shopName: setting(words.default("Iron Mesa"), { quote: "shopName" }),
  /** Postal address of the shop on one line; not shown if empty. */
  shopAddress: setting(line(200).default(""), { quote: "shopAddress" }),

  /** Days for returns, days for reporting damage, and durations of refunds. */
  returnDays: setting(days.default(30), { quote: "returnDays" }),
  damageReportDays: setting(days.default(7), { quote: "damageReportDays" }),
  refundTime: setting(words.default("10-14 business days"), { quote: "refundTime" }),
  /**
   * Sum in cents above which a member needs a recent second factor: of refunds and replacements of an order, or of all that the
   * member gave within 24 hours, price reductions included.
   */
  refundLimit: setting(amount.default(cents(250_00)), { needsFactor: true }),
  /** Largest rest of a gift card in cents that members pay out on demand; 0 if none. California's law asks for less than $15. */
  giftCardCashOut: setting(amount.default(cents(14_99)), { needsFactor: true }),
  /** Whether gift cards are sold, and in which amounts. `offer_gift_cards` in SQL keeps the product of both. */
  giftCardSale: setting(
    z.object({ isOn: z.boolean().default(false), amounts: cardAmounts.default("25, 50, 100, 150, 250") }).prefault({}),
  ),
  /** Most of gift cards in cents that one mailbox, or one address, buys in 24 hours. */
  giftCardsADay: setting(amount.default(cents(500_00)), { needsFactor: true }),
  /** Minutes after the payment in which a shopper may cancel an unpacked order; 0 disables it. */
  cancelMinutes: setting(whole(0, WEEK_IN_MINUTES).default(30)),
  /** Hours for which an exchange or a change of an order awaits its payment; for a change a member may choose another time. */
  changeHours: setting(whole(24, 168).default(72)),
  /** Whether returns are approved automatically or by a member. */
  returnApproval: setting(oneOf(["automatic", "by-hand"]).default("automatic")),

  /** Delivery times as texts: the ranges in policies, and the estimate in confirmations. */
  shipsWithin: setting(words.default("1-3 days"), { quote: "shipsWithin" }),
  standardDelivery: setting(words.default("3-7 business days"), { quote: "standardDelivery" }),
  expeditedDelivery: setting(words.default("1-3 business days"), { quote: "expeditedDelivery" }),
  deliveryEstimate: setting(words.default("2-3 business days"), { quote: "deliveryEstimate" }),
  /**
   * Business days within which a paid order is promised to leave, 0 without a promise; the hour of the shop's day from which an
   * order counts as the next day's; and days besides weekends and federal holidays on which nothing leaves. `ship_by_of` in SQL
   * makes the day of an order of them.
   */
  shipByDays: setting(whole(0, 30).default(0)),
  shipByHour: setting(whole(1, 24).default(14)),
  closedDays: setting(listedDays.default("")),
  /** Order value in cents, before a discount, from which delivery is free, and the flat delivery fee in cents. */
  freeDeliveryFrom: setting(deliveryAmount.default(300_00 as DeliveryAmount), {
    quote: "freeShippingOver",
    quoteAs: "roundPrice",
    stopsCheckout: true,
  }),
  deliveryFee: setting(deliveryAmount.default(399 as DeliveryAmount), {
    quote: "deliveryFee",
    quoteAs: "price",
    stopsCheckout: true,
  }),
  /** Zones with other delivery prices, or to which nothing is delivered; all other places in the states have the flat fee. */
  deliveryZones: setting(DeliveryZones.default([]), { stopsCheckout: true }),
  /** Weight in grams of a piece whose product has none, for delivery prices by weight. */
  pieceGrams: setting(whole(1, 100_000).default(500)),

  /** Time zone of the shop, by its IANA name. */
  timeZone: setting(z.string().refine(isTimeZone, "Choose a time zone from the list.").default("America/Denver")),

  supportHours: setting(words.default("M-F 8am-4pm MST"), { quote: "supportHours" }),
  /** Receives messages of shoppers and the shop's own letters. */
  supportEmail: setting(email.default("support@ironmesa.example"), { quote: "supportEmail", needsFactor: true }),
  replyWithin: setting(words.default("2 business days"), { quote: "replyWithin" }),
  /** Whether messages of the contact form are also forwarded to `supportEmail`. */
  forwardMessages: setting(z.boolean().default(true)),
  /** Whether the shop gets a letter for each new order, one per day, or none. */
  newOrderLetter: setting(oneOf(["each", "daily", "none"]).default("none")),

  /** Whether shoppers are asked for reviews of what they bought, by one letter an order, so many days after its delivery. */
  reviewLetter: setting(z.boolean().default(false)),
  reviewLetterDays: setting(whole(1, 90).default(14)),

  /** Whether the checkout offers a reminder to who does not finish it, and the hours after which it is sent. */
  checkoutReminder: setting(z.boolean().default(false)),
  checkoutReminderHours: setting(whole(1, 48).default(4)),

  /** Percentage above which discount codes and price plans need a second factor. */
  discountLimit: setting(percent(0).default(50), { needsFactor: true }),

  /** One-time discount of a new subscriber in percent, and the delay of the pop-up in milliseconds. */
  newsletterPercent: setting(percent(1).default(5), { quote: "newsletterPercent", needsFactor: true }),
  popUpDelay: setting(
    z.int("Write seconds, such as 6.5.").min(0).max(HOUR, "Write at most 3600 seconds.").default(6500),
  ),
  /** Days for which a pop-up is not shown again after it was closed or used. */
  popUpPauseDays: setting(days.default(30)),

  /**
   * Minutes for which an unpaid order keeps its stock: without an attempt to pay, and after one. Both count from the start of the
   * reservation.
   */
  reservationMinutes: setting(whole(1, WEEK_IN_MINUTES).default(3)),
  triedReservationMinutes: setting(whole(1, WEEK_IN_MINUTES).default(30)),
  /** Maximum number of unpaid orders of one network at a time, and of pieces in them. */
  heldDrafts: setting(whole(1).default(3)),
  heldPieces: setting(whole(1).default(24)),
  /** Stock from which unpaid orders may reserve at most half of a variant, and more only for a short time (`hold-bounds.ts`). */
  heldHalfFrom: setting(whole(2).default(5)),
  /**
   * Minutes after a network let a reservation expire unpaid in which it cannot reserve variants with less stock than
   * `heldHalfFrom`, and at most half of other variants.
   */
  lapsePauseMinutes: setting(whole(0, WEEK_IN_MINUTES).default(10)),
  /** Stock up to which a variant is labeled 'Only N left'. */
  lowStock: setting(whole(0).default(4)),
  /** Whether the shop gets a daily letter about low stock. */
  lowStockLetter: setting(z.boolean().default(false)),

  /**
   * Maximum number of times that a form may be sent within `seconds`: from one network, from one network with one e-mail address,
   * and with one e-mail address from all networks. The last maximum is much higher, so that strangers cannot lock out an
   * address's owner; of searches for an order it counts only those without a result.
   */
  formLimits: setting(
    z
      .object({
        seconds: whole(1).default(600),
        perNetwork: whole(1).default(60),
        perNetworkAndEmail: whole(1).default(10),
        perEmail: whole(1).default(150),
      })
      .prefault({}),
    { needsFactor: true },
  ),
  /**
   * Maximum number of letters of one kind per day and recipient that forms sent from one network cause; for all networks together
   * five times as many, and one more to its plain address. Letters about orders do not count.
   */
  formLettersPerDay: setting(whole(0).default(5), { needsFactor: true }),

  /**
   * Sales limits by state that the merchant changed, and the day (`saidOn`) on which the merchant was told that a limit is near.
   * States that are missing have the usual limit; null means that the amount or the number of sales is not watched.
   */
  taxLimits: setting(
    z
      .record(
        z.string().regex(/^[A-Z]{2}$/),
        z.object({
          amount: amount.nullable().optional(),
          sales: z.int().min(1).max(10_000_000).nullable().optional(),
          saidOn: z.iso.date().optional(),
        }),
      )
      .default({}),
  ),

  /**
   * Computation of sales tax: with the rates entered in the shop, or by Stripe, which needs its own code for each kind of goods.
   * Stripe's codes look like txcd_99999999; empty if not chosen.
   */
  taxService: setting(
    z
      .object({
        by: z.enum(["own", "stripe"]),
        codes: z.object({ clothing: taxCode, footwear: taxCode, protective: taxCode, accessory: taxCode }),
      })
      .default({ by: "own", codes: { clothing: "", footwear: "", protective: "", accessory: "" } }),
    { stopsCheckout: true },
  ),

  /**
   * Time after which personal data end by themselves: messages, from the last word; requests to join the community; names and
   * addresses of orders, from the payment; of orders that were never paid, from their end; and unfinished checkouts of which somebody
   * wants to be reminded, from their last change. Amounts always stay.
   */
  messagesKeptMonths: setting(whole(1, 240).default(24), { quote: "messagesKeptMonths", needsFactor: true }),
  signupsKeptMonths: setting(whole(1, 240).default(24), { quote: "signupsKeptMonths", needsFactor: true }),
  orderNamesKeptMonths: setting(whole(24, 240).default(84), { quote: "orderNamesKeptMonths", needsFactor: true }),
  draftsKeptDays: setting(whole(7, 3650).default(30), { quote: "draftsKeptDays", needsFactor: true }),
  // At least as long as until the latest letter, and then the days in which an order counts as coming back.
  remindersKeptDays: setting(whole(12, 90).default(14), { quote: "remindersKeptDays", needsFactor: true }),

  /** Days within which requests of people about their data are answered, from the day on which one comes. */
  requestDays: setting(whole(1, 45).default(45), { quote: "requestDays" }),

  /** Addresses of the shop's pages in social networks; an empty link is not shown. */
  social: setting(
    z
      .object({ instagram: link, facebook: link, youtube: link, pinterest: link })
      .default({ instagram: "", facebook: "", youtube: "", pinterest: "" }),
  ),
};

type Declared = typeof declared;
/** Name under which a setting is stored, versioned and logged. */
export type SettingName = keyof Declared;

export const Settings = z.object(
  Object.fromEntries(Object.entries(declared).map(([name, { schema }]) => [name, schema])) as {
    [Name in SettingName]: Declared[Name]["schema"];
  },
);
export type Settings = z.infer<typeof Settings>;

/** Path of a value that is edited in one field or screen: a setting's name, or the name and a key such as `social.youtube`. */
export type SettingPath = { [Name in SettingName]: PathsOf<Name> }[SettingName];
type PathsOf<Name extends SettingName> =
  Settings[Name] extends Record<string, string | number | boolean> ? `${Name}.${keyof Settings[Name] & string}` : Name;

/** Type of the value at a path. */
export type SettingAt<Path extends SettingPath> = Path extends SettingName
  ? Settings[Path]
  : Path extends `${infer Name extends SettingName}.${infer Key}`
    ? Settings[Name][Key & keyof Settings[Name]]
    : never;

/** Rules of the setting at a path, with the literal types of their declaration. */
export type RulesAt<Path extends SettingPath> = Path extends SettingName ? Declared[Path]["rules"] : {};

/** Schema of the value at a path. */
export function schemaAt(path: SettingPath): z.ZodType {
  const [name = "", key] = path.split(".");
  const schema = Settings.shape[name as SettingName];
  if (key === undefined) return schema;
  return (schema.unwrap() as unknown as z.ZodObject<Record<string, z.ZodType>>).shape[key] as z.ZodType;
}

const all = Object.entries(declared) as [SettingName, { rules: Rules }][];
const withRule = (rule: "needsFactor" | "stopsCheckout"): ReadonlySet<string> =>
  new Set(all.filter(([, { rules }]) => rules[rule]).map(([name]) => name));

/**
 * Settings whose change needs a second factor: the limits above which refunds, codes and price plans need one, the discount of
 * new subscribers, the address that receives messages and the shop's own letters, and the limits for forms and letters of
 * strangers.
 */
export const guardedSettings = withRule("needsFactor");

/** Settings without which no order can be priced. */
export const pricingSettings = withRule("stopsCheckout");

export const defaultSettings: Settings = Settings.parse({});

/** Whether a member wrote the e-mail address to which shoppers write; nobody reads mail to the default. */
export const hasOwnEmail = ({ supportEmail }: Pick<Settings, "supportEmail">): boolean =>
  supportEmail !== defaultSettings.supportEmail;

/**
 * Messages about changes that contradict other settings, by setting: a letter that asks for something names the shop's postal address
 * (15 USC 7704), so that it is not switched on without one, and the address is not emptied meanwhile.
 */
export function contradictions(settings: Settings, changes: Partial<Settings>): Partial<Record<SettingName, string>> {
  const after = { ...settings, ...changes };
  const on = ASKING.filter(({ setting: name }) => after[name]);
  if (on.length === 0 || hasAddress(after)) return {};
  const chosen = on.filter(({ setting: name }) => changes[name] !== undefined);
  if (chosen.length > 0)
    return Object.fromEntries(
      chosen.map(({ setting: name }) => [
        name,
        "Write the shop's address first, under Settings, Shop: such a letter has to name it.",
      ]),
    );
  // An undo or an import may have left both as they are, which keeps no other setting from being saved.
  if (changes.shopAddress === undefined) return {};
  const [letters, them] = [on.map(({ letter }) => letter).join(" and "), on.length > 1 ? "them" : "that"];
  return {
    shopAddress: `The ${letters} ${on.length > 1 ? "have" : "has"} to name it. Switch ${them} off first, under Settings, Mail.`,
  };
}

/** Settings that switch on letters that ask for something, with what the letters are called. */
const ASKING = [
  { setting: "reviewLetter", letter: "letter that asks for reviews" },
  { setting: "checkoutReminder", letter: "reminder of an unfinished checkout" },
] as const satisfies { setting: SettingName; letter: string }[];

/** Whether the shop has a postal address. */
export const hasAddress = ({ shopAddress }: Pick<Settings, "shopAddress">): boolean => shopAddress.trim() !== "";

const quotes = all.flatMap(
  ([
    name,
    {
      rules: { quote, quoteAs = "text" },
    },
  ]) => (quote === undefined ? [] : [{ name, quote, format: quoteFormats[quoteAs] as (value: unknown) => string }]),
);

/** Names in braces by which texts quote settings. */
export type Quote = {
  [Name in SettingName]: Declared[Name]["rules"] extends { quote: infer Own extends string } ? Own : never;
}[SettingName];

/**
 * Settings that texts may quote in braces, formatted for reading. Where delivery differs by place, the value from which it is free
 * has its places beside it.
 */
export function quotable(settings: Settings): Record<string, string> {
  const places = usualPlaces(settings.deliveryZones);
  return Object.fromEntries(
    quotes.map(({ name, quote, format }) => {
      const shown = format(settings[name]);
      return [quote, name === "freeDeliveryFrom" && places ? `${shown} in ${places}` : shown];
    }),
  );
}

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
