import { MOST_VARIANTS } from "~/shop/catalog/editing/colors-and-variants";
import { isSizeWord } from "~/shop/catalog/product";
import type { OptionMeaning } from "./import";
import type { Line } from "./mapped-row";

/** Size and color in a row; empty strings if missing. */
export interface NamedChoice {
  size: string;
  color: string;
}

/** Sizes and colors of a product's rows, read from another shop's options. */
export interface OptionReading {
  /** Size and color of a row; several if the row applies to several sizes, but at most one more than a product has variants. */
  read(line: Line): NamedChoice[];
  /** Options with the same value in all rows, e.g. "Material: Leather". */
  attributes: string[];
  /** Option other than size and color whose meaning a member has to choose first. */
  question: { field: (typeof FIELDS)[number]; words: string } | undefined;
}

const FIELDS = ["option1", "option2", "option3"] as const;
const NAMES = ["option1Name", "option2Name", "option3Name"] as const;
const COLOR = /colou?r|finish|farbe|couleur|colore|kleur|kolor|färg|^cor(es)?$/i;
const SIZE =
  /size|gr(ö|oe)(ß|ss)e|talla|taille|pointure|taglia|maat|tamaño|tamanho|rozmiar|storlek|length|länge|waist|inseam|width/i;

/** Whether the name of an option means color or size. */
export const isKnownOption = (name: string): boolean => COLOR.test(name) || SIZE.test(name);

/** Values of a cell, which has one per line. */
const valuesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((value) => value.trim())
    .filter((value) => value !== "" && !/^default title$/i.test(value));

/**
 * Reads the options of a product by their names. The first color option is the color. Options with the name or values of a size
 * form the size or, if there are none, the first option with several values does. Any other option becomes an attribute if it has one
 * value, and otherwise needs a meaning from `meanings`. Options that are part of stored sizes or colors remain so.
 */
export function readOptions(
  lines: Line[],
  stored: readonly NamedChoice[],
  meanings: Record<string, OptionMeaning>,
): OptionReading {
  const columns = FIELDS.map((field, place) => {
    const said = (each: Line, key: (typeof NAMES)[number] | typeof field) => each.says(key) ?? "";
    const name = lines.map((line) => said(line, NAMES[place] ?? "option1Name")).find((text) => text !== "") ?? "";
    const values = [...new Set(lines.flatMap((line) => valuesIn(said(line, field))))];
    return { field, name, values };
  }).filter(({ values }) => values.length > 0);
  const color = columns.find(({ name }) => COLOR.test(name));
  const rest = columns.filter((column) => column !== color);
  const isSize = ({ name, values }: Column & { values: string[] }) =>
    name === "" || SIZE.test(name) || values.every(isSizeWord);
  const several = rest.filter(({ values }) => values.length > 1);
  const sizes = rest.some(isSize) ? rest.filter(isSize) : several.slice(0, 1);
  const others = rest.filter((column) => !sizes.includes(column));
  const own = color ? [color] : [];
  const stands = (...parts: [Column[], Column[]]) =>
    others.length > 0 &&
    lines.some((line) =>
      choices(line, ...parts).some((choice) =>
        stored.some((known) => isIn(choice.size, known.size) && isIn(choice.color, known.color)),
      ),
    );
  const before = stands(rest, own) ? "size" : stands(sizes, [...own, ...others]) ? "color" : undefined;
  const meaningOf = ({ name }: Pick<Column, "name">) => before ?? meanings[name.toLowerCase()];
  const open = before ? [] : others;
  const asked = open.find((column) => column.values.length > 1 && meaningOf(column) === undefined);
  const chosen = (meaning: OptionMeaning) =>
    others.filter((column) => (before || column.values.length > 1) && meaningOf(column) === meaning);
  const ofSize = chosen("size");
  const parts = rest.filter((column) => sizes.includes(column) || ofSize.includes(column));
  const colors = [...own, ...chosen("color")];
  return {
    read: (line) => choices(line, parts, colors),
    attributes: open.filter(({ values }) => values.length === 1).map(({ name, values }) => `${name}: ${values[0]}`),
    question: asked && { field: asked.field, words: askedWords(asked) },
  };
}

const SHOWN = 3;
const UNDER_COLUMNS = "say under Columns what it is";

/** Whether the words of a problem ask for the meaning of an option. */
export const asksForMeaning = (words: string): boolean => words.endsWith(UNDER_COLUMNS);

function askedWords({ name, values }: { name: string; values: string[] }): string {
  const shown = values.slice(0, SHOWN).map((value) => value.slice(0, 40));
  const named = values.length > SHOWN ? `${shown.join(", ")} and more` : shown.join(" and ");
  return `${name.slice(0, 40)} has ${values.length} values here, ${named}, besides size and color; ${UNDER_COLUMNS}`;
}

interface Column {
  field: (typeof FIELDS)[number];
  name: string;
}

/** Whether a size or color in a row equals that of a stored variant; an empty cell matches all. */
const isIn = (said: string, known: string): boolean => said === known || said === "";

/** All combinations of sizes and colors of a row; values of several columns are joined. */
function choices(line: Line, sizes: Column[], colors: Column[]): NamedChoice[] {
  const joined = (columns: Column[]) =>
    columns
      .map(({ field }) => valuesIn(line.says(field) ?? ""))
      .filter((values) => values.length > 0)
      .reduce<string[][]>((all, values) => crossed(all, values, (begun, value) => [...begun, value]), [[]])
      .map((words) => words.join(" / "));
  return crossed(joined(sizes), joined(colors), (size, color) => ({ size, color }));
}

/** Each of some with each of others; at most one more than a product has variants, which is refused with its row. */
export function crossed<One, Other, Both>(
  some: readonly One[],
  others: readonly Other[],
  both: (one: One, other: Other) => Both,
): Both[] {
  const all: Both[] = [];
  for (const one of some)
    for (const other of others) {
      all.push(both(one, other));
      if (all.length > MOST_VARIANTS) return all;
    }
  return all;
}
