import type { Settings } from "~/shop/settings";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import { taxKinds } from "../goods/tax-kind-words";

/** Label of a field of the form for the tax service. */
export const serviceLabel = (field: string): string => taxKinds[field as TaxKind] ?? "Let Stripe work it out";

/** Describes for the log who computes the tax: "Stripe; Clothing txcd_30011000". */
export function serviceWords(value: unknown): string {
  const { by, codes } = (value ?? { by: "own", codes: {} }) as Settings["taxService"];
  const chosen = TAX_KINDS.flatMap((kind) => (codes[kind] ? [`${taxKinds[kind]} ${codes[kind]}`] : []));
  return [by === "stripe" ? "Stripe" : "Your own rates", ...chosen].join("; ");
}
