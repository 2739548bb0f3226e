import { codeRecord } from "~/shop/discounts/code-record.server";
import type { LogKind } from "../log/log-kind";
import { fieldName, valueWords } from "./code-words";

export const codeKind: LogKind = {
  record: codeRecord,
  title: "Discounts",
  thing: "code",
  edits: {
    noun: ["code", "codes"],
    named: (code) => `Code ${code}`,
    field: (field) => `"${fieldName(field)}"`,
  },
  nameOf: (code) => code,
  words: ({ record, field, old, new: now }, _names, zone) => ({
    what: `Code ${record}: ${fieldName(field)}`,
    from: valueWords(field, old, zone),
    to: valueWords(field, now, zone),
    way: `/discounts/${record}`,
  }),
};
