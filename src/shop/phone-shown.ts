/** A phone number for display: +13035550100 → "+1 303 555 0100"; empty for an empty one. */
export function phoneShown(phone: string): string {
  const [, area, exchange, rest] = /^\+1(\d{0,3})(\d{0,3})(\d{0,4})$/.exec(phone) ?? [];
  return area ? ["+1", area, exchange, rest].filter(Boolean).join(" ") : "";
}
