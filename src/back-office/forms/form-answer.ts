import { isSecretField } from "~/shop/members/secret-fields";
import type { StaleRecord } from "../stale-record.server";

/** Answer to a form that was not saved: the typed values and the reason. All forms of the back office use it. */
export interface FormAnswer {
  /** Typed values without secrets, by field name; `submission` and `version` are the ones for the next attempt. */
  typed: Record<string, string>;
  /** Error words by field name. */
  errors: Record<string, string>;
  /** Words about the whole form. */
  message?: string;
  /** Fields that another member changed in the meantime: the member chooses. */
  conflict?: StaleRecord;
  /** A page's own question, shown in place of the form until it is answered. */
  asks?: unknown;
}

/** Message over a form that was not sent because the shop failed or could not be reached. */
export const NOT_SENT =
  "It was not sent: the shop did not answer. What you wrote is still here; send it again, it is done once.";

/** Typed values without passwords and codes, which are never shown again. */
export const withoutSecrets = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
