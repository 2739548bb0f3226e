import { cents, type Cents } from "~/shop/money";

/** "83.60" or "$1,083.6" in cents; nothing when it is no amount. */
export function amountIn(text: string): Cents | undefined {
  const found = /^\$?(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim().replace(/(?<=\d),(?=\d{3}\b)/g, ""));
  return found ? cents(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))) : undefined;
}
