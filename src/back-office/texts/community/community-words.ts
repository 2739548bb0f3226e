import { communityForms, type CommunityKind } from "~/shop/community/community-forms";
import { eventWords, meetingWords, timeWords } from "~/shop/community/schedule-words";

type Values = Readonly<Record<string, unknown>>;

/** Name in the list for a record that has none. */
export const UNNAMED = "Without words";

/** Name of a community record, from its values. */
export function communityName(kind: CommunityKind, values: Values): string {
  if (kind === "film")
    return (
      String(values.file ?? "")
        .split("/")
        .at(-1) ?? ""
    );
  const text = String((kind === "post" ? values.caption : values.name) ?? "");
  return text.length > 60 ? `${text.slice(0, 59).replace(/\p{Cs}$/u, "")}…` : text;
}

/** Formats a value that is a choice or a file; undefined for a text. */
export function communityValue(kind: CommunityKind, field: string, value: unknown): string | undefined {
  const text = String(value ?? "");
  const options = communityForms[kind].fields[field]?.options;
  if (options) return options.find((option) => option.value === text)?.name ?? "another choice";
  if (field === "product") return text === "" ? "no product" : "another product";
  return field === "file" || field === "film" ? text.split("/").at(-1) || "no film" : undefined;
}

/** Note beside a record in the list of its kind: where and when, the product of a film, or what a post shows. */
export const communityNote = (
  kind: CommunityKind,
  values: Values,
  /** Names of the record's state and product; undefined if there is none. */
  { state = "", product }: { state: string | undefined; product: string | undefined },
): string =>
  ({
    chapter: () => `${String(values.city)}, ${state}: ${whenMeets(values)}`,
    event: () => `${String(values.city)}, ${state}: ${whenIs(values)}`,
    film: () => (String(values.product ?? "") === "" ? "Without a product" : (product ?? "Its product is gone")),
    post: () => (values.film ? "Film" : "Picture"),
  })[kind]();

const count = (value: unknown): number => Number(value) || 0;

const whenMeets = (values: Values): string =>
  `${String(values.rule || meetingWords({ nth: count(values.nth), weekday: count(values.weekday) }))}, ${timeWords(String(values.time ?? "09:00"))}`;

const whenIs = (values: Values): string =>
  String(
    values.rule ||
      eventWords({
        month: count(values.month) || 1,
        nth: count(values.nth),
        weekday: count(values.weekday),
        startOffset: count(values.startOffset),
        days: count(values.days) || 1,
      }),
  );
