import { byName } from "~/platform/by-name";
import type { Change } from "~/shop/audit/acts.server";
import { type Cents, formatCents } from "~/shop/money";
import { ORDER_ACT, type OrderActName } from "~/shop/orders/act-as-member.server";
import { orderEmailRecord } from "~/shop/orders/order-email.server";
import { shownNumber } from "~/shop/orders/order-number";
import { noteNames, orderAddressRecord, orderNoteRecord } from "~/shop/orders/order-records.server";
import { FOUND_WORDS, LOST_UNDECIDED } from "~/shop/orders/parcels/lost-acts.server";
import { orderPackedRecord } from "~/shop/orders/parcels/pack-order.server";
import { parcelName } from "~/shop/orders/parcels/pieces";
import { counted } from "../count-words";
import type { LoggedAct, LogKind, RecordNames } from "../log/log-kind";
import { orderSentence, packedSentence } from "./order-act-sentences";

/** Descriptions of members' acts on an order in the log. */
const acts = {
  packed: "packed",
  parcel: "a parcel left",
  unpacked: "not packed",
  arrived: "a parcel arrived",
  lost: "a parcel is lost",
  found: "a lost parcel arrived",
  replacement: "a parcel left in place of something else",
  "replacement-ended": "what was to be sent in place of something else stays here",
  tracking: "tracking corrected",
  "tracking-told": "tracking corrected, shopper told",
  cancelled: "cancelled",
  refund: "refund asked",
  "store-credit": "store credit",
  "refund-handled": "failed refund handled",
  change: "change, difference",
  "change-ended": "a change ended unpaid, difference",
  "change-longer": "change held longer",
  "change-sent-again": "link of a change sent again",
  note: "note",
  "letter-again": "letter sent again",
  delayed: "told of a delay until",
} satisfies Record<OrderActName, string>;
const amounts = new Set(["refund", "store-credit", "refund-handled", "change", "change-ended"]);
/** Acts that the log describes by their name alone, without a value. */
const plain = new Set(["packed", "arrived", "cancelled"]);

function actWords({ record, field, old, new: now }: Change) {
  const shown = (value: unknown) =>
    amounts.has(field) && typeof value === "number" ? formatCents(value as Cents) : String(value ?? "");
  const name = Object.hasOwn(acts, field) ? acts[field as OrderActName] : "changed";
  return {
    what: `Order ${shownNumber(record)}${plain.has(field) ? "" : `, ${name}`}`,
    from: shown(old),
    to: plain.has(field) ? name : shown(now),
    way: `/orders/${record}`,
  };
}

const UNMAILED = new Set(["packed", "arrived", "note", "refund-handled", "tracking"]);
/** Values of acts that enqueue a letter only with another value. */
const unmailedValues = byName<unknown>({ lost: LOST_UNDECIDED, found: FOUND_WORDS.kept });

/** Log kind of acts on an order. */
export const orderKind: LogKind = {
  kind: ORDER_ACT,
  title: "Orders",
  words: actWords,
  sentence: (act) => orderSentence(act) ?? `Order ${shownNumber(act.changes[0]?.record ?? "")} is changed.`,
  isMailed: ({ field, new: now }) => !UNMAILED.has(field) && now !== unmailedValues[field],
};

/** Log kind of acts on many orders at once. */
export const parcelsKind: LogKind = {
  kind: "parcels",
  title: "Parcels",
  words({ record, field, new: now }) {
    const parcel = now as { carrier?: string; trackingNumber?: string } | null;
    const left = parcelName({ carrier: "", trackingNumber: "", ...parcel }) || "no number";
    const isPacked = field === "packed";
    return {
      what: `${isPacked ? "Order" : "A parcel of"} ${shownNumber(record)}`,
      from: isPacked ? "Not packed" : "Not sent",
      to: isPacked ? "Packed" : `Left with ${left}`,
      way: `/orders/${record}`,
    };
  },
  sentence: manySentence,
  isMailed: ({ field }) => field !== "packed",
};

/** Sentence about packing or sending many orders at once. */
function manySentence({ action, changes, count }: LoggedAct, _names: RecordNames, isDelivering: boolean): string {
  if (action === "pack" || changes[0]?.field === "packed") return `${counted(count, "order is", "orders are")} packed.`;
  return `${counted(count, "order was", "orders were")} sent${isDelivering ? `, ${counted(count, "letter goes", "letters go")} out` : ""}.`;
}

const addressParts = byName<string>({
  name: "name",
  phone: "phone",
  address: "street",
  city: "city",
  postalCode: "ZIP",
});

/** Texts of a change whose old and new values are shown unchanged. */
const textWords = (what: string, { record, old, new: now }: Change) => ({
  what,
  from: String(old ?? ""),
  to: String(now ?? ""),
  way: `/orders/${record}`,
});

const orderNamed = (number: string): string => `Order ${shownNumber(number)}`;

export const orderAddressKind: LogKind = {
  record: orderAddressRecord,
  edits: {
    noun: ["order", "orders"],
    named: (number) => `Address of order ${shownNumber(number)}`,
    field: (field) => addressParts[field] ?? "a part",
  },
  title: "Addresses of orders",
  words: (change) =>
    textWords(`Address of ${shownNumber(change.record)}, ${addressParts[change.field] ?? "changed"}`, change),
};

export const orderEmailKind: LogKind = {
  record: orderEmailRecord,
  edits: { noun: ["order", "orders"], named: orderNamed, field: () => "e-mail" },
  title: "E-mail of orders",
  words: (change) => textWords(`E-mail of order ${shownNumber(change.record)}`, change),
};

export const orderPackedKind: LogKind = {
  record: orderPackedRecord,
  title: "Packing",
  words: ({ record, old, new: now }) => ({
    what: `Order ${shownNumber(record)}`,
    from: old === true ? "Packed" : "Not packed",
    to: now === true ? "Packed" : "Not packed",
    way: `/orders/${record}`,
  }),
  sentence: packedSentence,
  edits: { noun: ["order", "orders"], named: orderNamed, field: () => "packing" },
};

export const orderNoteKind: LogKind = {
  record: orderNoteRecord,
  edits: { noun: ["note", "notes"], field: () => "standing" },
  title: "Notes about orders",
  words({ kind, record, old, new: now }, names) {
    const { name, orderNumber } = names.get(`${kind} ${record}`) ?? {};
    return {
      what: name ? `Note about order ${name}` : "A note about an order",
      from: old === true ? "put away" : "there",
      to: now === true ? "put away" : "there",
      ...(orderNumber && { way: `/orders/${orderNumber}` }),
    };
  },
  names: async (db, changes) => new Map(await noteNames(db, changes)),
};
