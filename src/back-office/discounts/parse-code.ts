import { type CodeValues, purposes } from "~/shop/discounts/code";
import type { TakenOff } from "~/shop/price";
import { parseAmount } from "../goods/parse-amount";
import { parseMoment } from "~/shop/wall-clock";
import { linesOfPasted } from "~/shop/pasted-text";

type Typed = Record<string, string | undefined>;

/** Parses the form of a code except its goods: returns the values, or a message for each invalid field. */
export function parseCode(
  typed: Typed,
  zone: string,
):
  | { values: Omit<CodeValues, "productIds">; errors?: undefined }
  | { values?: undefined; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const off = parseOff(typed, errors);
  const minimum = amountIn(typed.minimum, "minimum", errors);
  const startsAt = momentIn(typed.startsAt, zone, "startsAt", errors);
  const endsAt = momentIn(typed.endsAt, zone, "endsAt", errors);
  const mostUses = wholeIn(typed.mostUses, "mostUses", errors);
  const purpose = purposes.find((each) => each === typed.purpose);
  if (!purpose) errors.purpose = "Choose what it is for.";
  if (startsAt && endsAt && endsAt <= startsAt) errors.endsAt = "It has to end after it starts.";
  if (!off || !purpose || Object.keys(errors).length > 0) return { errors };
  return { values: { off, purpose, minimum, startsAt, endsAt, mostUses, oncePerEmail: typed.oncePerEmail === "yes" } };
}

type Errors = Record<string, string>;

function parseOff({ kind, percent = "", amount = "" }: Typed, errors: Errors): TakenOff | undefined {
  if (kind === "free-delivery") return { kind };
  if (kind === "percent") {
    const number = Number(percent.trim().replace(/%$/, ""));
    if (Number.isInteger(number) && number >= 1 && number <= 100) return { kind, percent: number };
    errors.percent = "Write a whole number from 1 to 100.";
  } else if (kind === "amount") {
    const parsed = parseAmount(amount);
    if ("value" in parsed && parsed.value !== null && parsed.value > 0) return { kind, amount: parsed.value };
    errors.amount = "Write dollars above 0, cents after a point: 25.00.";
  } else errors.kind = "Choose what it takes off.";
  return undefined;
}

function amountIn(typed: string | undefined, field: string, errors: Errors) {
  const parsed = parseAmount(typed ?? "");
  if ("value" in parsed) return parsed.value;
  errors[field] = parsed.error;
  return null;
}

function momentIn(typed: string | undefined, zone: string, field: string, errors: Errors): string | null {
  const moment = parseMoment(typed, zone);
  if (moment === undefined) errors[field] = "Write a day and a time, or leave it empty.";
  return moment?.toISOString() ?? null;
}

function wholeIn(typed: string | undefined, field: string, errors: Errors): number | null {
  const text = (typed ?? "").trim();
  if (text === "") return null;
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000) return Number(text);
  errors[field] = "Write how many times, 1 or more, or leave it empty.";
  return null;
}

/** Splits the text of a field into lines, without empty and repeated lines. */
export const linesIn = (typed: string | undefined): string[] => [
  ...new Set(
    linesOfPasted(typed ?? "")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
