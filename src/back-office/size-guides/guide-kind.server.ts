import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import type { LogKind } from "../log/log-kind";
import { guideLabel, guideValueWords } from "./guide-words";

export const guideKind: LogKind = {
  record: sizeGuideRecord,
  title: "Size guides",
  thing: "size guide",
  words({ record, field, old, new: now }, names) {
    const what = `Size guide ${names.get(`size-guide ${record}`)?.name ?? "gone"}`;
    return {
      what: field === "putAwayAt" ? what : `${what}: ${guideLabel(field).toLowerCase()}`,
      from: guideValueWords(field, old),
      to: guideValueWords(field, now),
      way: `/goods/size-guides/${record}`,
    };
  },
  names: goodsRecordNames,
  edits: {
    noun: ["size guide", "size guides"],
    named: (record, names) => `Size guide ${names.get(`size-guide ${record}`)?.name ?? "gone"}`,
    field: (field) => guideLabel(field).toLowerCase(),
  },
};
