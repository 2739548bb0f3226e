import { isSecretField } from "~/shop/members/secret-fields";
import type { StaleRecord } from "../stale-record.server";

/** Answer of the back office to a form that was not saved: the typed values and the reason. */
export interface FormAnswer {
  /** Typed values without secrets, by field name, with `submission` and `version` for the next attempt. */
  typed: Record<string, string>;
  /** Error messages by field name. */
  errors: Record<string, string>;
  /** Message about the whole form. */
  message?: string;
  /** Fields that another member changed meanwhile, for which the member chooses a value. */
  conflict?: StaleRecord;
  /** Data of a question that the page shows instead of the form until the member answers it. */
  asks?: unknown;
  /** Whether the shop failed or did not answer, so that nobody knows if the form was saved; it may be sent again as it is. */
  isLost?: boolean;
  /** Whether the form as it was shown was saved before with other values, which the page shows now. */
  isSentBefore?: boolean;
}

/** Typed values without passwords and codes, which are never shown again. */
export const withoutSecrets = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
