import type { Settings } from "~/shop/settings";
import type { SettingField } from "./setting-fields";
import { zoneWords } from "./time-zones";

/** Returns the value at a path of the settings. */
export function valueAt(settings: Settings, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings);
}

/** Formats a value for its input field. */
export function typedFrom({ control }: Pick<SettingField, "control">, value: unknown): string {
  if (control.kind === "money") return (Number(value) / 100).toFixed(2);
  if (control.kind === "seconds") return String(Number(value) / 1000);
  if (control.kind === "yes") return value ? "yes" : "";
  return String(value ?? "");
}

/** Formats a typed value with its currency sign or unit. */
export function shownFrom({ control }: Pick<SettingField, "control">, typed: string): string {
  if (control.kind === "money") return typed ? `$${typed.replace(/^\$/, "")}` : "";
  if (control.kind === "whole") return withUnit(typed, control.unit);
  if (control.kind === "seconds") return `${typed} ${typed === "1" ? "second" : "seconds"}`;
  if (control.kind === "yes") return typed ? "yes" : "no";
  if (control.kind === "choice") return (Object.hasOwn(control.ways, typed) && control.ways[typed]) || typed;
  if (control.kind === "zone") return zoneWords(typed);
  return typed;
}

/** Formats a number with its unit, without an addition to the unit such as "from delivery". */
const withUnit = (typed: string, unit: string): string =>
  unit.startsWith("%") ? `${typed}${unit}` : `${typed} ${unitOf(unit, typed)}`;

const unitOf = (unit: string, typed: string): string => {
  const several = unit.replace(/ (?:from|left|down)\b.*$/, "");
  return typed === "1" ? several.replace(/s$/, "") : several;
};
