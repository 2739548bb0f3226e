import type { RefusalCode } from "~/shop/refusal";

/** Refusals of a code, wherever one is asked: in its field, for a quote, and when an order is paid. */
export const codeRefusals = [
  "code-unknown",
  "code-not-yet",
  "code-expired",
  "code-used",
  "code-of-another",
  "code-minimum",
  "code-other-goods",
] as const satisfies RefusalCode[];
