import type { Settings } from "~/shop/settings";
import type { Fact } from "./facts";
import { zoneWords } from "./time-zones";

/** Returns the value at a path of the settings. */
export function valueAt(settings: Settings, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], settings);
}

/** Formats a value for its input field. */
export function typedFrom({ type }: Pick<Fact, "type">, value: unknown): string {
  if (type.kind === "money") return (Number(value) / 100).toFixed(2);
  if (type.kind === "seconds") return String(Number(value) / 1000);
  if (type.kind === "yes") return value ? "yes" : "";
  return String(value ?? "");
}

/** Formats a typed value with its currency sign or unit. */
export function shownFrom({ type }: Pick<Fact, "type">, typed: string): string {
  if (type.kind === "money") return typed ? `$${typed.replace(/^\$/, "")}` : "";
  if (type.kind === "whole") return withUnit(typed, type.unit);
  if (type.kind === "seconds") return `${typed} ${typed === "1" ? "second" : "seconds"}`;
  if (type.kind === "yes") return typed ? "yes" : "no";
  if (type.kind === "choice") return type.ways.find(({ value }) => value === typed)?.words ?? typed;
  if (type.kind === "zone") return zoneWords(typed);
  return typed;
}

/** Formats a number with its unit, without an addition to the unit such as "from delivery". */
const withUnit = (typed: string, unit: string): string =>
  unit.startsWith("%") ? `${typed}${unit}` : `${typed} ${unitOf(unit, typed)}`;

const unitOf = (unit: string, typed: string): string => {
  const several = unit.replace(/ (?:from|left|down)\b.*$/, "");
  return typed === "1" ? several.replace(/s$/, "") : several;
};
