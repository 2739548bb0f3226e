import { offerRecord } from "~/shop/offers/offer-record.server";
import { offerNames } from "~/shop/offers/offer-list.server";
import type { LogKind, RecordNames } from "../log/log-kind";
import { fieldName, valueWords } from "./offer-words";

const nameOf = (record: string, names: RecordNames): string => {
  const name = names.get(`offer ${record}`)?.name;
  return name === undefined ? "An offer" : `Offer "${name}"`;
};

/** Log kind of offers; a moved offer moves others, so that a new order is told as one. */
export const offerKind: LogKind = {
  record: offerRecord,
  title: "Offers",
  thing: "offer",
  edits: {
    noun: ["offer", "offers"],
    named: nameOf,
    field: (field) => fieldName(field).toLowerCase(),
  },
  async names(db, changes) {
    const ids = changes.filter(({ kind }) => kind === offerRecord.kind).map(({ record }) => record);
    const found = await offerNames(db, [...new Set(ids)]);
    return new Map([...found].map(([id, name]) => [`offer ${id}`, { name }]));
  },
  sentence({ action, changes }) {
    if (!changes.every(({ field }) => field === "position")) return undefined;
    return action === "undo"
      ? "Taken back: the offers take in the order of before."
      : "The offers take in the new order.";
  },
  words: ({ record, field, old, new: now }, names, zone) => ({
    what: `${nameOf(record, names)}: ${fieldName(field).toLowerCase()}`,
    from: valueWords(field, old, zone),
    to: valueWords(field, now, zone),
    way: `/offers/${record}`,
  }),
};
