import { type Rounding, roundings } from "~/shop/catalog/price-plans/percent";

/** A change by percent as an address asks for it. */
export interface PercentWish {
  /** Off the price; negative makes it dearer. */
  percent: number;
  field: "salePrice" | "price";
  rounding: Rounding;
}

/** What an address asks for; nothing where it makes no sense. */
export function percentWish(search: URLSearchParams): PercentWish | null {
  const text = (search.get("percent") ?? "").trim().replace(",", ".").replace("−", "-");
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(text)) return null;
  const percent = Number(text);
  const field = search.get("field") === "price" ? "price" : "salePrice";
  const isSense = percent !== 0 && percent < 100 && percent >= -500 && (field === "price" || percent > 0);
  const rounding = roundings.find((each) => each === search.get("rounding")) ?? "cent";
  return isSense ? { percent, field, rounding } : null;
}
