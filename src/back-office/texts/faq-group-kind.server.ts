import { allFaqGroups, faqGroupRecord } from "~/shop/texts/faq-group-record.server";
import type { LogKind } from "../log/log-kind";

export const faqGroupKind: LogKind = {
  record: faqGroupRecord,
  title: "Groups of the FAQ",
  edits: { noun: ["group of the FAQ", "groups of the FAQ"], field: () => "name" },
  words: ({ record, old, new: now }, names) => ({
    what: `Group of the FAQ ${names.get(`faq-group ${record}`)?.name ?? ""}`.trim(),
    from: String(old ?? "") || "none",
    to: String(now ?? "") || "none",
    way: "/words/faq/groups",
  }),
  names: async (db) => new Map((await allFaqGroups(db)).map(({ id, name }) => [`faq-group ${id}`, { name }] as const)),
};
