import type { MenuRow } from "~/shop/texts/menu-forms";
import { textKindOf, type TextKind, textLabel } from "~/shop/texts/page-forms";
import type { WordsId } from "~/shop/words/words-id";
import { articleLabel, articleParts } from "./articles/article-fields";
import { parseRows, rowLabel, typedFromRows } from "./menu-fields";
import { formOf, menuOf } from "./words-address";

/** A field of a text's form. */
export interface WordField {
  name: string;
  label: string;
  kind: TextKind | "group" | "shown" | "rows";
}

/** Fields of a text under one heading. */
export interface WordPart {
  title: string;
  fields: WordField[];
}

const faqParts: WordPart[] = [
  {
    title: "Question",
    fields: [
      { name: "question", label: "Question", kind: "line" },
      { name: "answer", label: "Answer", kind: "lines" },
      { name: "categoryId", label: "Group", kind: "group" },
      { name: "isShown", label: "On the shop", kind: "shown" },
    ],
  },
];

/** Fields of a text by its headings; `names` are the texts that it has. */
export function partsOf({ kind, id }: WordsId, names: readonly string[]): WordPart[] {
  if (kind === "faq") return faqParts;
  if (kind === "article") return articleParts;
  if (kind === "menu")
    return [
      {
        title: menuOf(id)?.row === "Message" ? "Messages" : "Links",
        fields: [{ name: "rows", label: "Links", kind: "rows" }],
      },
    ];
  return (formOf(id)?.parts ?? [])
    .map(({ title, paths }) => ({
      title,
      fields: names
        .filter((name) => paths.some((path) => fits(name, path)))
        .map((name) => ({ name, label: fieldLabel({ kind, id }, name), kind: textKindOf(name) })),
    }))
    .filter(({ fields }) => fields.length > 0);
}

function fits(name: string, path: string): boolean {
  const [own, pattern] = [name.split("."), path.split(".")];
  return own.length === pattern.length && pattern.every((part, place) => part === "*" || part === own[place]);
}

const ENTRY: Record<string, string> = { testimonials: "Quote", collections: "Collection" };

/** Name of a field where it is named alone. */
export function fieldLabel({ kind, id }: WordsId, name: string): string {
  if (kind === "article") return articleLabel(name);
  if (kind === "page") return textLabel(name, ENTRY[id]);
  if (kind === "menu") return rowLabel(name, menuOf(id)?.row ?? "Link");
  return faqParts[0]?.fields.find((field) => field.name === name)?.label ?? name;
}

/** Values of a text as its form shows them. */
export const typedFrom = (values: Record<string, unknown>): Record<string, string> =>
  Array.isArray(values.rows)
    ? typedFromRows(values.rows as MenuRow[])
    : Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === "boolean" ? (value ? "yes" : "") : String(value),
        ]),
      );

/**
 * Values of a text from its form: fields that it does not have are left out, line ends are the stored ones. Rows of a menu that cannot be
 * read are told field by field.
 */
export function valuesFrom(
  { kind, id }: WordsId,
  stored: Record<string, unknown>,
  typed: Record<string, string>,
): { values: Record<string, unknown>; errors?: undefined } | { values?: undefined; errors: Record<string, string> } {
  if (kind === "menu") {
    const { rows, errors } = parseRows(typed, menuOf(id) ?? {});
    return errors ? { errors } : { values: { rows } };
  }
  const texts = Object.entries(stored).flatMap(([name, value]) => {
    if (typeof value !== "string" || typed[name] === undefined) return [];
    const text = withLineFeeds(typed[name]);
    return [[name, text === withLineFeeds(value) ? value : text] as const];
  });
  return {
    values: {
      ...Object.fromEntries(texts),
      ...((kind === "faq" || kind === "article") && { isShown: typed.isShown === "yes" }),
    },
  };
}

/** Browsers send other line ends than they were given. */
const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");
