/** Type of a setting, which determines its input field and the parsing of typed text. */
export type FactKind =
  | { kind: "line"; most: number }
  | { kind: "email" }
  | { kind: "link" }
  | { kind: "zone" }
  | { kind: "money" }
  | { kind: "whole"; least: number; most: number; unit: string }
  | { kind: "seconds" }
  | { kind: "yes"; words: string }
  | { kind: "choice"; ways: { value: string; words: string }[] };

/** Sentence in the program's pages and letters that quotes a setting in braces. */
export interface OwnPlace {
  sentence: string;
  where: string;
  /** Address of the public page with the sentence; undefined for letters. */
  address?: string;
}

/** A setting, or a part of one, that members edit in one field. */
export interface Fact {
  /** Path in the settings: a name, or a name and a key. */
  path: string;
  label: string;
  note?: string;
  type: FactKind;
  /** Name in braces by which texts quote the setting. */
  quote?: string;
  places?: OwnPlace[];
}

/** Group of settings that are edited and saved together, shown as one line of the list. */
export interface FactGroup {
  id: string;
  name: string;
  facts: Fact[];
}

const days = { kind: "whole", least: 1, most: 365, unit: "days" } as const;
const line = { kind: "line", most: 80 } as const;
const letter = (name: string) => `Letter "${name}"`;

export const shopFacts: Fact[] = [
  {
    path: "shopName",
    label: "Name of the shop",
    note: "Stands over every page, in titles and in letters.",
    type: { kind: "line", most: 40 },
    quote: "shopName",
  },
  {
    path: "shopAddress",
    label: "Address",
    note: "Where the shop is, in one line. Letters end with it.",
    type: { kind: "line", most: 160 },
    quote: "shopAddress",
  },
  { path: "timeZone", label: "Time zone", note: "Days begin at midnight there.", type: { kind: "zone" } },
  {
    path: "supportEmail",
    label: "Support e-mail",
    note: "Shoppers write to it, and what they answer to a letter arrives there. Changing it asks for a passkey or a code.",
    type: { kind: "email" },
    quote: "supportEmail",
    places: [{ sentence: "Questions? Answer this letter or write to {supportEmail}.", where: "Foot of every letter" }],
  },
  {
    path: "supportHours",
    label: "Hours",
    type: line,
    quote: "supportHours",
  },
  {
    path: "replyWithin",
    label: "Messages are answered within",
    type: line,
    quote: "replyWithin",
    places: [{ sentence: "We reply within {replyWithin}.", where: "Foot of every letter" }],
  },
  ...["Instagram", "Facebook", "YouTube", "Pinterest"].map((name): Fact => ({
    path: `social.${name.toLowerCase()}`,
    label: name,
    type: { kind: "link" },
  })),
];

export const deliveryFacts: Fact[] = [
  {
    path: "deliveryFee",
    label: "Delivery costs",
    type: { kind: "money" },
    quote: "deliveryFee",
  },
  {
    path: "freeDeliveryFrom",
    label: "Free from",
    note: "Order value before any discount.",
    type: { kind: "money" },
    quote: "freeShippingOver",
  },
  { path: "shipsWithin", label: "Leaves within", type: line, quote: "shipsWithin" },
  { path: "standardDelivery", label: "Standard takes", type: line, quote: "standardDelivery" },
  { path: "expeditedDelivery", label: "Expedited takes", type: line, quote: "expeditedDelivery" },
  {
    path: "deliveryEstimate",
    label: "A confirmed order is promised in",
    type: line,
    quote: "deliveryEstimate",
  },
];

export const returnFacts: Fact[] = [
  {
    path: "returnDays",
    label: "Return window",
    note: "Holds for all orders still inside it. Old letters stay as they were sent.",
    type: { ...days, unit: "days from delivery" },
    quote: "returnDays",
  },
  {
    path: "cancelMinutes",
    label: "A shopper may cancel an order for",
    note: "Counted from the payment, on the order's own page, while it is not packed. 0: only members cancel.",
    type: { kind: "whole", least: 0, most: 10_080, unit: "minutes" },
    places: [{ sentence: "You can cancel the order for a while on its own page.", where: letter("Order confirmed") }],
  },
  {
    path: "returnApproval",
    label: "A return that a shopper starts",
    type: {
      kind: "choice",
      ways: [
        { value: "automatic", words: "Is approved at once" },
        { value: "by-hand", words: "Waits until a member approves it" },
      ],
    },
  },
  { path: "damageReportDays", label: "Report damage within", type: days, quote: "damageReportDays" },
  {
    path: "refundTime",
    label: "A refund takes",
    type: line,
    quote: "refundTime",
  },
  {
    path: "refundLimit",
    label: "A refund asks for a passkey or a code again above",
    note: "Counts all that went back of the order, and all that the member gave within 24 hours: refunds, goodwill, cancelled orders, settled returns with their exchanges, lost parcels sent again, and prices below today's in orders that were made or changed. Changing it asks, too.",
    type: { kind: "money" },
  },
];

export const mailFacts: Fact[] = [
  {
    path: "newOrderLetter",
    label: "New orders",
    note: "To the support e-mail.",
    type: {
      kind: "choice",
      ways: [
        { value: "each", words: "A letter about each" },
        { value: "daily", words: "One letter a day" },
        { value: "none", words: "No letter" },
      ],
    },
  },
  {
    path: "forwardMessages",
    label: "Messages",
    type: { kind: "yes", words: "Send each message on to the support e-mail as well" },
  },
  {
    path: "formLettersPerDay",
    label: "Letters to an address that somebody typed into a form",
    note: "Of each kind and from each network, from everywhere five times as many: so that nobody can fill a stranger's mailbox. Orders' letters do not count. Changing it asks for a passkey or a code.",
    type: { kind: "whole", least: 0, most: 1000, unit: "a day" },
  },
];

export const discountFacts: Fact[] = [
  {
    path: "discountLimit",
    label: "A code or a price plan asks for a passkey or a code again above",
    note: "An amount counts by the least order that its code is for; without one it may take everything off. Changing it asks, too.",
    type: { kind: "whole", least: 0, most: 100, unit: "% off" },
  },
];

export const newsletterFacts: Fact[] = [
  {
    path: "newsletterPercent",
    label: "A subscriber gets once",
    note: "Changing it asks for a passkey or a code.",
    type: { kind: "whole", least: 1, most: 100, unit: "% off" },
    quote: "newsletterPercent",
  },
  { path: "popUpDelay", label: "The pop-up asks after", type: { kind: "seconds" } },
  { path: "popUpPauseDays", label: "Once closed it stays away for", type: days },
];

export const stockFacts: Fact[] = [
  {
    path: "lowStock",
    label: '"Only N left" stands from',
    note: "Also what Today calls running low.",
    type: { kind: "whole", least: 0, most: 1000, unit: "pieces down" },
  },
  {
    path: "lowStockLetter",
    label: "Letter about what is low",
    type: { kind: "yes", words: "Write to the support e-mail each morning while something is low" },
  },
  {
    path: "reservationMinutes",
    label: "An unpaid order holds its pieces for",
    type: { kind: "whole", least: 1, most: 1440, unit: "minutes" },
  },
  {
    path: "triedReservationMinutes",
    label: "Once paying was tried, for",
    type: { kind: "whole", least: 1, most: 1440, unit: "minutes" },
  },
  {
    path: "heldDrafts",
    label: "Unpaid orders of one network at a time",
    type: { kind: "whole", least: 1, most: 1000, unit: "orders" },
  },
  {
    path: "heldPieces",
    label: "And their pieces together",
    type: { kind: "whole", least: 1, most: 10_000, unit: "pieces" },
  },
  {
    path: "heldHalfFrom",
    label: "Large unpaid orders hold no more than half from",
    type: { kind: "whole", least: 2, most: 10_000, unit: "pieces left on" },
  },
  {
    path: "lapsePauseMinutes",
    label: "A network that let pieces go leaves the last ones to others for",
    type: { kind: "whole", least: 0, most: 1440, unit: "minutes" },
  },
];

export const formFacts: Fact[] = [
  {
    path: "formLimits.seconds",
    label: "Counted over",
    note: "Changing any of these asks for a passkey or a code.",
    type: { kind: "whole", least: 1, most: 86_400, unit: "seconds" },
  },
  {
    path: "formLimits.perNetwork",
    label: "From one network",
    type: { kind: "whole", least: 1, most: 100_000, unit: "times" },
  },
  {
    path: "formLimits.perNetworkAndEmail",
    label: "From one network for one e-mail address",
    type: { kind: "whole", least: 1, most: 100_000, unit: "times" },
  },
  {
    path: "formLimits.perEmail",
    label: "For one e-mail address from everywhere",
    note: "Far higher, so that no stranger locks anybody out.",
    type: { kind: "whole", least: 1, most: 100_000, unit: "times" },
  },
];
