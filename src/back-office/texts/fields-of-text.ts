import { byName } from "~/platform/by-name";
import type { MenuRow } from "~/shop/texts/menu-forms";
import { orderedParts, partName, STANDING } from "~/shop/texts/home-parts";
import { textControlOf, type TextControl, textLabel } from "~/shop/texts/text-controls";
import { type Choice, communityForms, isCommunityKind } from "~/shop/community/community-forms";
import { letterForm } from "~/shop/texts/letters/letter-forms";
import type { TextId } from "~/shop/publishing/text-id";
import { oneLine } from "../ui/one-line";
import { articleLabel, articleParts } from "./articles/article-fields";
import { parseRows, rowLabel, typedFromRows } from "./menu-row-fields";
import { searchFields } from "./search/search-fields";
import { formOf, menuOf } from "./texts-address";

/** A field of a text's form. */
export interface WordField {
  name: string;
  label: string;
  /** Label below the heading of its section, which it does not name again. */
  short?: string;
  kind: TextControl | "group" | "shown" | "rows" | "choice";
  /** Options of a select. */
  options?: readonly Choice[];
  note?: string;
}

/** Fields of a text under one heading. */
export interface WordPart {
  title: string;
  fields: WordField[];
  /**
   * Section of home to which the fields belong: its id, whether shoppers see it, whether it has a fixed place, and whether a
   * member added it.
   */
  section?: { id: string; isShown: boolean; isFixed: boolean; isAdded: boolean };
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

/** Last parts of field names that buttons of a section change; the form has no fields for them. */
const BY_BUTTONS = new Set(["place", "state"]);

/** Fields of a text, grouped under headings. Fields without a value are left out; sections of home are in their order. */
export function partsOf({ kind, id }: TextId, values: Readonly<Record<string, unknown>>): WordPart[] {
  const names = Object.keys(values);
  if (kind === "faq") return faqParts;
  if (kind === "article") return articleParts;
  if (kind === "letter") return [{ title: "Words", fields: letterFields(id) }];
  if (kind === "search") return [{ title: "In search results", fields: searchFields }];
  if (isCommunityKind(kind)) {
    const { one, fields } = communityForms[kind];
    return [{ title: one, fields: Object.entries(fields).map(([name, field]) => ({ name, ...field })) }];
  }
  if (kind === "menu")
    return [
      {
        title: menuOf(id)?.row === "Message" ? "Messages" : "Links",
        fields: [{ name: "rows", label: "Links", kind: "rows" }],
      },
    ];
  const order = sectionsIn(values);
  return (formOf(id)?.parts ?? [])
    .filter(({ section }) => section === undefined || order.includes(section))
    .toSorted((one, other) => order.indexOf(one.section ?? "") - order.indexOf(other.section ?? ""))
    .map(({ title, paths, section }) => ({
      title,
      ...(section !== undefined && {
        section: {
          id: section,
          isShown: values[`parts.${section}.state`] === "shown",
          isFixed: section === "hero",
          isAdded: !(section in STANDING),
        },
      }),
      fields: names
        .filter((name) => !BY_BUTTONS.has(textControlOf(name)) && paths.some((path) => fits(name, path)))
        .map((name) => ({
          name,
          label: fieldLabel({ kind, id }, name),
          ...(section !== undefined && { short: textLabel(name, ENTRY[id]) }),
          kind: textControlOf(name),
        })),
    }))
    .filter(({ fields }) => fields.length > 0);
}

const letterFields = (id: string): WordField[] =>
  Object.entries(letterForm(id)?.fields ?? {}).map(([name, { label, kind }]) => ({ name, label, kind }));

/** Ids of home's sections in their order, from the values of home's text. */
export function sectionsIn(values: Readonly<Record<string, unknown>>): string[] {
  const parts: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(values)) {
    const [, id = "", own = ""] = /^parts\.(\w+)\.(place|state)$/.exec(name) ?? [];
    if (id !== "") parts[id] = { ...parts[id], [own]: value };
  }
  return orderedParts(parts).map(({ id }) => id);
}

function fits(name: string, path: string): boolean {
  const [own, pattern] = [name.split("."), path.split(".")];
  return own.length === pattern.length && pattern.every((part, place) => part === "*" || part === own[place]);
}

const ENTRY = byName<string>({ testimonials: "Quote", collections: "Collection", partners: "Partner" });

/** Label of a text's field in messages and the log. */
export function fieldLabel({ kind, id }: TextId, name: string): string {
  if (kind === "article") return articleLabel(name);
  if (kind === "letter") return letterForm(id)?.fields[name]?.label ?? name;
  if (kind === "search") return searchFields.find((field) => field.name === name)?.label ?? name;
  if (isCommunityKind(kind)) return communityForms[kind].fields[name]?.label ?? name;
  if (kind === "page") {
    const [, section] = /^parts\.(\w+)\./.exec(name) ?? [];
    const label = textLabel(name, ENTRY[id]);
    return section === undefined ? label : `${partName(section)}: ${label.toLowerCase()}`;
  }
  if (kind === "menu") return rowLabel(name, menuOf(id)?.row ?? "Link");
  return faqParts[0]?.fields.find((field) => field.name === name)?.label ?? name;
}

/** Values of a text as its form's fields have them. */
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
 * Values of a text from its submitted form. Fields that the text does not have are ignored. A field that differs from its stored
 * value only by kinds of line ends keeps that value; in texts of one line, line ends become spaces. For a menu with invalid rows,
 * the error of each field.
 */
export function valuesFrom(
  { kind, id }: TextId,
  stored: Record<string, unknown>,
  typed: Record<string, string>,
): { values: Record<string, unknown>; errors?: undefined } | { values?: undefined; errors: Record<string, string> } {
  if (kind === "menu") {
    const { rows, errors } = parseRows(typed, menuOf(id) ?? {});
    return errors ? { errors } : { values: { rows } };
  }
  const lines = new Set(
    partsOf({ kind, id }, stored).flatMap(({ fields }) =>
      fields.flatMap((field) => (field.kind === "line" ? field.name : [])),
    ),
  );
  const texts = Object.entries(stored).flatMap(([name, value]) => {
    if (typeof value !== "string" || typed[name] === undefined) return [];
    const read = lines.has(name) ? oneLine : withLineFeeds;
    const text = read(typed[name]);
    return [[name, text === read(value) ? value : text] as const];
  });
  return {
    values: {
      ...Object.fromEntries(texts),
      ...("isShown" in stored && { isShown: typed.isShown === "yes" }),
    },
  };
}

/** Converts line ends to line feeds, because browsers send CRLF. */
const withLineFeeds = (text: string): string => text.replaceAll("\r\n", "\n");
