import type { Change } from "~/shop/audit/acts.server";
import { FIELD_NAMES, valueWords } from "./code-texts";

/** A change of a code as the log says it. */
export const codeChangeWords = ({ record, field, old, new: now }: Change) => ({
  what: `Code ${record}: ${FIELD_NAMES[field] ?? field}`,
  from: valueWords(field, old),
  to: valueWords(field, now),
  way: `/discounts/${record}`,
});
