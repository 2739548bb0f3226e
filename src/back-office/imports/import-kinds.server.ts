import type { RecordKind } from "~/shop/audit/record-kind.server";
import { importRecord } from "~/shop/imports/import-record.server";
import type { LogKind } from "../log/log-kind";

interface ImportWords {
  title: string;
  /** Name of an import without its number, e.g. "Import". */
  name: string;
  page: string;
  isIn: string;
}

/** Log kind of an import. Its sentence has no count, because the number of log entries is not the number of imported rows. */
export const ofImport = (record: RecordKind, { title, name, page, isIn }: ImportWords): LogKind => ({
  record,
  title,
  words: ({ record: number, new: standing }) => ({
    what: `${name} ${number}`,
    from: standing === "in" ? "Not in the shop" : "In the shop",
    to: standing === "in" ? "In the shop" : "Taken back",
    way: `${page}/${number}`,
  }),
  edits: { noun: [name.toLowerCase(), `${name.toLowerCase()}s`], field: () => "standing" },
  sentence: ({ changes: [first] }) =>
    first && `${name} ${first.record} ${first.new === "in" ? isIn : "was taken back"}.`,
});

export const importKind = ofImport(importRecord, {
  title: "Imports",
  name: "Import",
  page: "/imports",
  isIn: "is in",
});
