import type { Change } from "~/shop/audit/acts.server";
import type { ChangeWords, RecordNames } from "../log/change-text";
import { FIELD_NAMES, valueWords } from "./code-texts";

/** A change of a code as the log says it. */
export const codeChangeWords = (
  { record, field, old, new: now }: Change,
  _names: RecordNames,
  zone: string,
): ChangeWords => ({
  what: `Code ${record}: ${FIELD_NAMES[field] ?? "Changed"}`,
  from: valueWords(field, old, zone),
  to: valueWords(field, now, zone),
  way: `/discounts/${record}`,
});
