import { byName } from "~/platform/by-name";
import type { SizeGuide } from "~/shop/catalog/size-guides/size-guide";
import { units } from "~/shop/catalog/size-guides/size-units";

const LABELS = byName<string>({ name: "Name", words: "Words above the table", unit: "Unit", table: "Table" });

/** Label of a size guide's field in messages and in the log. */
export function guideLabel(name: string): string {
  const [, kind, number] = /^(measure|size):(\d+)$/.exec(name) ?? [];
  if (kind) return `${kind === "size" ? "Size" : "Measure"} ${Number(number) + 1}`;
  return LABELS[name] ?? "Size guide";
}

/** Formats the value of a size guide's field for the log. */
export function guideValueWords(field: string, value: unknown): string {
  if (field === "unit") return units[value as keyof typeof units] ?? "none";
  if (field === "table") {
    const { measures, sizes } = value as SizeGuide["table"];
    return `${measures.join(", ")} for ${sizes.map(({ size, values }) => `${size} (${values.join(", ")})`).join(", ")}`;
  }
  if (field === "putAwayAt") return value === null ? "In use" : "Put away";
  return String(value ?? "") || "Empty";
}
