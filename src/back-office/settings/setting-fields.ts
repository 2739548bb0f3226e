import type { Cents } from "~/shop/money";
import type { DeliveryAmount } from "~/shop/delivery-zones";
import type { RulesAt, SettingAt, SettingName, SettingPath } from "~/shop/settings";

/** Type of an input field, which determines how typed text is parsed; the setting's schema checks the value. */
export type Control =
  | { kind: "line" }
  | { kind: "email" }
  | { kind: "link" }
  | { kind: "zone" }
  | { kind: "money" }
  | { kind: "whole"; unit: string }
  /** Seconds of a value in milliseconds. */
  | { kind: "seconds" }
  | { kind: "yes"; words: string }
  /** Choices with their words, in their order. */
  | { kind: "choice"; ways: Readonly<Record<string, string>> };

/** Controls that fit a type of value. */
type ControlOf<Value> = [Value] extends [boolean]
  ? Extract<Control, { kind: "yes" }>
  : [Value] extends [Cents | DeliveryAmount]
    ? Extract<Control, { kind: "money" }>
    : [Value] extends [number]
      ? Extract<Control, { kind: "whole" | "seconds" }>
      : [Value] extends [string]
        ? string extends Value
          ? Extract<Control, { kind: "line" | "email" | "link" | "zone" }>
          : { kind: "choice"; ways: { [Way in Value]: string } }
        : never;

/** Sentence in the program's pages and letters that quotes a setting in braces. */
export interface OwnPlace {
  sentence: string;
  where: string;
  /** Address of the public page with the sentence; undefined for letters. */
  address?: string;
}

/** Groups of settings that are edited and saved together, in the order of the list. */
const groupNames = {
  shop: "Shop",
  delivery: "Delivery",
  returns: "Returns",
  "gift-cards": "Gift cards",
  mail: "Mail",
  discounts: "Discounts",
  newsletter: "Newsletter",
  stock: "Stock",
  forms: "Forms",
  privacy: "Privacy",
};
export type GroupId = keyof typeof groupNames;

/** A setting, or a part of one, that members edit in one field. */
export interface SettingField {
  path: SettingPath;
  group: GroupId;
  label: string;
  note?: string;
  control: Control;
  /** Name in braces by which texts quote the setting, and its format, as `settings.ts` declares them. */
  quote?: string;
  quoteAs?: string;
  places?: readonly OwnPlace[];
}

/** A setting on a screen of its own, with its name in the log. */
interface OwnScreen {
  label: string;
  screen: `/settings/${string}`;
}

type QuoteOf<Rules> = Pick<Rules, keyof Rules & ("quote" | "quoteAs")>;
/** Name of a setting in the sentence that says that nobody can order until it is stored anew. */
type StopOf<Rules> = Rules extends { stopsCheckout: true } ? { whatStops: string } : { whatStops?: never };

type Entry<Path extends SettingPath> = (
  | (Omit<SettingField, "path" | "control" | "quote" | "quoteAs"> & { control: ControlOf<SettingAt<Path>> } & QuoteOf<
        RulesAt<Path>
      >)
  | OwnScreen
  /** No member edits it. */
  | { screen: null }
) &
  StopOf<RulesAt<Path>>;

const words = { kind: "line" } as const;
const link = { kind: "link" } as const;
const money = { kind: "money" } as const;
const whole = <const Unit extends string>(unit: Unit) => ({ kind: "whole", unit }) as const;
const letter = (name: string) => `Letter "${name}"`;

/** Labels, notes, groups and controls of all settings, in the order of their forms. */
const entries = {
  shopName: {
    group: "shop",
    label: "Name of the shop",
    note: "Stands over every page, in titles and in letters.",
    control: words,
    quote: "shopName",
  },
  shopAddress: {
    group: "shop",
    label: "Address",
    note: "Where the shop is, in one line. Letters end with it.",
    control: words,
    quote: "shopAddress",
  },
  timeZone: { group: "shop", label: "Time zone", note: "Days begin at midnight there.", control: { kind: "zone" } },
  supportEmail: {
    group: "shop",
    label: "Support e-mail",
    note: "Shoppers write to it, and what they answer to a letter arrives there. Changing it asks for a passkey or a code.",
    control: { kind: "email" },
    quote: "supportEmail",
    places: [{ sentence: "Questions? Answer this letter or write to {supportEmail}.", where: "Foot of every letter" }],
  },
  supportHours: { group: "shop", label: "Hours", control: words, quote: "supportHours" },
  replyWithin: {
    group: "shop",
    label: "Messages are answered within",
    control: words,
    quote: "replyWithin",
    places: [{ sentence: "We reply within {replyWithin}.", where: "Foot of every letter" }],
  },
  "social.instagram": { group: "shop", label: "Instagram", control: link },
  "social.facebook": { group: "shop", label: "Facebook", control: link },
  "social.youtube": { group: "shop", label: "YouTube", control: link },
  "social.pinterest": { group: "shop", label: "Pinterest", control: link },

  deliveryFee: {
    group: "delivery",
    label: "Delivery costs",
    control: money,
    quote: "deliveryFee",
    quoteAs: "price",
    whatStops: "The delivery fee",
  },
  freeDeliveryFrom: {
    group: "delivery",
    label: "Free from",
    note: "Order value before any discount.",
    control: money,
    quote: "freeShippingOver",
    quoteAs: "roundPrice",
    whatStops: "The order value from which delivery is free",
  },
  deliveryZones: { label: "Delivery zones", screen: "/settings/zones", whatStops: "The zones of delivery" },
  pieceGrams: {
    group: "delivery",
    label: "A piece without a weight counts as",
    note: "For zones with prices by weight. Weights stand on the products' pages.",
    control: whole("grams"),
  },
  shipsWithin: { group: "delivery", label: "Leaves within", control: words, quote: "shipsWithin" },
  standardDelivery: { group: "delivery", label: "Standard takes", control: words, quote: "standardDelivery" },
  expeditedDelivery: { group: "delivery", label: "Expedited takes", control: words, quote: "expeditedDelivery" },
  deliveryEstimate: {
    group: "delivery",
    label: "A confirmed order is promised in",
    control: words,
    quote: "deliveryEstimate",
  },
  shipByDays: {
    group: "delivery",
    label: "A day is promised, within",
    note: "Its day is told in the confirmation and on the order's own page; late orders stand on Today. 0: no day is promised. Orders that are paid keep the day that they were told.",
    control: whole("business days"),
  },
  shipByHour: {
    group: "delivery",
    label: "Counted from the same day for orders until",
    note: "By the shop's clock, 24 for the whole day. Later ones count as the next day's.",
    control: whole("o'clock"),
  },
  closedDays: {
    group: "delivery",
    label: "Days on which nothing leaves",
    note: "Besides weekends and federal holidays, such as 12/24/2026, 12/31/2026.",
    control: words,
  },

  returnDays: {
    group: "returns",
    label: "Return window",
    note: "Holds for all orders still inside it. Old letters stay as they were sent.",
    control: whole("days from delivery"),
    quote: "returnDays",
  },
  cancelMinutes: {
    group: "returns",
    label: "A shopper may cancel an order for",
    note: "Counted from the payment, on the order's own page, while it is not packed. 0: only members cancel.",
    control: whole("minutes"),
    places: [{ sentence: "You can cancel the order for a while on its own page.", where: letter("Order confirmed") }],
  },
  returnApproval: {
    group: "returns",
    label: "A return that a shopper starts",
    control: {
      kind: "choice",
      ways: { automatic: "Is approved at once", "by-hand": "Waits until a member approves it" },
    },
  },
  damageReportDays: {
    group: "returns",
    label: "Report damage within",
    control: whole("days"),
    quote: "damageReportDays",
  },
  refundTime: { group: "returns", label: "A refund takes", control: words, quote: "refundTime" },
  refundLimit: {
    group: "returns",
    label: "A refund asks for a passkey or a code again above",
    note: "Counts all that went back of the order, and all that the member gave within 24 hours: refunds, goodwill, cancelled orders, settled returns with their exchanges, lost parcels sent again, and prices below today's in orders that were made or changed. Changing it asks, too.",
    control: money,
  },
  "giftCardSale.isOn": {
    group: "gift-cards",
    label: "Gift cards",
    note: "They have a page of their own, which the search finds, and stand in no list of goods. Off: none is sold, and those that were sold stay good.",
    control: { kind: "yes", words: "Sell gift cards" },
  },
  "giftCardSale.amounts": {
    group: "gift-cards",
    label: "Amounts",
    note: "In whole dollars, such as 25, 50, 100.",
    control: words,
  },
  giftCardsADay: {
    group: "gift-cards",
    label: "One shopper buys within 24 hours up to",
    note: "Counted by mailbox and by address, because a stolen payment card becomes money by gift cards. Changing it asks for a passkey or a code.",
    control: money,
  },
  giftCardCashOut: {
    group: "gift-cards",
    label: "What is left on a gift card is paid out up to",
    note: "When its bearer asks for it. California's law asks for less than $15; other states have less, or nothing. Changing it asks for a passkey or a code.",
    control: money,
  },
  changeHours: { screen: null },

  newOrderLetter: {
    group: "mail",
    label: "New orders",
    note: "To the support e-mail.",
    control: {
      kind: "choice",
      ways: { each: "A letter about each", daily: "One letter a day", none: "No letter" },
    },
  },
  forwardMessages: {
    group: "mail",
    label: "Messages",
    control: { kind: "yes", words: "Send each message on to the support e-mail as well" },
  },
  formLettersPerDay: {
    group: "mail",
    label: "Letters to an address that somebody typed into a form",
    note: "Of each kind and from each network, from everywhere five times as many: so that nobody can fill a stranger's mailbox. Orders' letters do not count. Changing it asks for a passkey or a code.",
    control: whole("a day"),
  },

  reviewLetter: {
    group: "mail",
    label: "Letter that asks for reviews",
    note: "To every shopper alike, once an order, about what was kept of it. Ends by one click. It needs the shop's address (Settings, Shop).",
    control: { kind: "yes", words: "Ask for reviews of delivered orders" },
  },
  reviewLetterDays: {
    group: "mail",
    label: "It is sent",
    note: "A week later where no delivery was noted, counted from the day on which the parcel left.",
    control: whole("days after delivery"),
  },

  checkoutReminder: {
    group: "mail",
    label: "Reminder of an unfinished checkout",
    note: "Only to who ticks a box beside the e-mail field: one letter, one in 30 days, none after an order. Without it the box is not there. It needs the shop's address (Settings, Shop).",
    control: { kind: "yes", words: "Offer a reminder at the checkout" },
  },
  checkoutReminderHours: {
    group: "mail",
    label: "It is sent",
    note: "Counted from the last change of bag or address.",
    control: whole("hours later"),
  },

  discountLimit: {
    group: "discounts",
    label: "A code or a price plan asks for a passkey or a code again above",
    note: "An amount counts by the least order that its code is for; without one it may take everything off. Changing it asks, too.",
    control: whole("% off"),
  },

  newsletterPercent: {
    group: "newsletter",
    label: "A subscriber gets once",
    note: "Changing it asks for a passkey or a code.",
    control: whole("% off"),
    quote: "newsletterPercent",
  },
  popUpDelay: { group: "newsletter", label: "The pop-up asks after", control: { kind: "seconds" } },
  popUpPauseDays: { group: "newsletter", label: "Once closed it stays away for", control: whole("days") },

  lowStock: {
    group: "stock",
    label: '"Only N left" stands from',
    note: "Also what Today calls running low.",
    control: whole("pieces down"),
  },
  lowStockLetter: {
    group: "stock",
    label: "Letter about what is low",
    control: { kind: "yes", words: "Write to the support e-mail each morning while something is low" },
  },
  reservationMinutes: { group: "stock", label: "An unpaid order holds its pieces for", control: whole("minutes") },
  triedReservationMinutes: { group: "stock", label: "Once paying was tried, for", control: whole("minutes") },
  heldDrafts: { group: "stock", label: "Unpaid orders of one network at a time", control: whole("orders") },
  heldPieces: { group: "stock", label: "And their pieces together", control: whole("pieces") },
  heldHalfFrom: {
    group: "stock",
    label: "Large unpaid orders hold no more than half from",
    control: whole("pieces left on"),
  },
  lapsePauseMinutes: {
    group: "stock",
    label: "A network that let pieces go leaves the last ones to others for",
    control: whole("minutes"),
  },

  "formLimits.seconds": {
    group: "forms",
    label: "Counted over",
    note: "Changing any of these asks for a passkey or a code.",
    control: whole("seconds"),
  },
  "formLimits.perNetwork": { group: "forms", label: "From one network", control: whole("times") },
  "formLimits.perNetworkAndEmail": {
    group: "forms",
    label: "From one network for one e-mail address",
    control: whole("times"),
  },
  "formLimits.perEmail": {
    group: "forms",
    label: "For one e-mail address from everywhere",
    note: "Far higher, so that no stranger locks anybody out.",
    control: whole("times"),
  },

  messagesKeptMonths: {
    group: "privacy",
    label: "How long messages are kept",
    note: "From the last word of a conversation. The privacy policy quotes it. Changing it asks for a passkey or a code; what a shorter time would end is counted first, stands on Today, and ends two weeks later.",
    control: whole("months"),
    quote: "messagesKeptMonths",
  },
  signupsKeptMonths: {
    group: "privacy",
    label: "How long requests to join the community are kept",
    note: "Changing it asks, too.",
    control: whole("months"),
    quote: "signupsKeptMonths",
  },
  orderNamesKeptMonths: {
    group: "privacy",
    label: "How long names and addresses of orders are kept",
    note: "From the payment. Amounts, tax and numbers are never erased. Seven years is what tax advisers usually name. Changing it asks, too.",
    control: whole("months"),
    quote: "orderNamesKeptMonths",
  },
  draftsKeptDays: {
    group: "privacy",
    label: "How long names and addresses of orders that were never paid are kept",
    note: "From the order's end. Changing it asks, too.",
    control: whole("days"),
    quote: "draftsKeptDays",
  },
  remindersKeptDays: {
    group: "privacy",
    label: "How long unfinished checkouts are kept for a reminder",
    note: "From the last change: address and goods. The link in the reminder works as long. Changing it asks, too.",
    control: whole("days"),
    quote: "remindersKeptDays",
  },
  requestDays: {
    group: "privacy",
    label: "Days to answer requests about personal data",
    note: "From the day on which one comes. The laws of most states give 45 days at most. Requests that have come already keep their day.",
    control: whole("days"),
    quote: "requestDays",
  },

  taxLimits: { label: "Limits of states", screen: "/settings/tax/limits" },
  taxService: {
    label: "Who computes sales tax",
    screen: "/settings/tax/service",
    whatStops: "Who computes sales tax",
  },
} as const satisfies { readonly [Path in SettingPath]: Entry<Path> };

type Entries = typeof entries;
/** Settings on screens of their own. */
export type OwnScreenPath = {
  [Path in SettingPath]: Entries[Path] extends OwnScreen ? Path : never;
}[SettingPath];

/** Group of settings, shown as one line of the list. */
export interface SettingGroup {
  id: GroupId;
  name: string;
  fields: SettingField[];
}

const fields = Object.entries(entries).flatMap(([path, entry]): SettingField[] =>
  "group" in entry ? [{ ...entry, path: path as SettingPath }] : [],
);

/** All settings that members can change, in groups, in the order of the list. */
export const settingGroups: SettingGroup[] = Object.entries(groupNames).map(([id, name]) => ({
  id: id as GroupId,
  name,
  fields: fields.filter(({ group }) => group === id),
}));

export const groupNamed = (id: string | undefined): SettingGroup | undefined =>
  settingGroups.find((group) => group.id === id);

/** Name of a setting, under which it is stored, versioned and logged: the first part of its path. */
export const nameOf = ({ path }: Pick<SettingField, "path">): SettingName => path.split(".")[0] as SettingName;

/** Fields of a setting by its name; none if it has a screen of its own, or no screen. */
export const fieldsNamed = (name: string): SettingField[] => fields.filter((field) => nameOf(field) === name);

/** Name of a setting for members: the label of its field or screen, else the name of the group of its fields. */
export function settingName(name: string): string {
  const [field, ...more] = fieldsNamed(name);
  const label = ownScreenOf(name)?.label ?? (more.length > 0 ? groupNamed(field?.group)?.name : field?.label);
  return label ?? "A setting without a screen";
}

/** Label and address of a setting that has a screen of its own. */
export function ownScreenOf(name: string): OwnScreen | undefined {
  const entry = Object.hasOwn(entries, name) ? entries[name as keyof Entries] : undefined;
  return entry && "screen" in entry && entry.screen !== null ? entry : undefined;
}

/** Name and address of a setting without which nobody can order. */
export function stopperNamed(name: string): { name: string; to: string } | undefined {
  const entry = Object.hasOwn(entries, name) ? entries[name as keyof Entries] : undefined;
  if (!entry || !("whatStops" in entry)) return undefined;
  return { name: entry.whatStops, to: "screen" in entry ? entry.screen : `/settings/${entry.group}` };
}
