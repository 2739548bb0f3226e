import type { Change } from "~/shop/audit/acts.server";
import type { ChangeWords, RecordNames } from "../log/change-text";
import { guideLabel, guideValueWords } from "./guide-fields";

/** A change of a size guide, as a member reads it. */
export function guideChangeWords({ record, field, old, new: now }: Change, names: RecordNames): ChangeWords {
  const name = names.get(`size-guide ${record}`)?.name ?? "gone";
  const what = `Size guide ${name}`;
  return {
    what: field === "putAwayAt" ? what : `${what}: ${guideLabel(field).toLowerCase()}`,
    from: guideValueWords(field, old),
    to: guideValueWords(field, now),
    way: `/goods/size-guides/${record}`,
  };
}
