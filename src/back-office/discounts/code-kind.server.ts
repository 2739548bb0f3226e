import { codeRecord } from "~/shop/discounts/code-record.server";
import type { LogKind } from "../log/log-kind";
import { FIELD_NAMES, valueWords } from "./code-texts";

export const codeKind: LogKind = {
  record: codeRecord,
  title: "Discounts",
  thing: "code",
  nameOf: (code) => code,
  words: ({ record, field, old, new: now }, _names, zone) => ({
    what: `Code ${record}: ${FIELD_NAMES[field] ?? "Changed"}`,
    from: valueWords(field, old, zone),
    to: valueWords(field, now, zone),
    way: `/discounts/${record}`,
  }),
};
