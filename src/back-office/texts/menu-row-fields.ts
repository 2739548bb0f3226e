import { byName } from "~/platform/by-name";
import { isHarmless } from "~/shop/texts/is-harmless";
import { oneLine } from "../ui/one-line";
import { type MenuForm, type MenuRow, MOST_ROWS } from "~/shop/texts/menu-forms";

const PARTS = ["id", "label", "href", "heading", "icon"] as const;

/** Fields of a row: those of the link, its position, and whether the link is nested under the row above. */
type RowPart = (typeof PARTS)[number] | "place" | "under";

/** Field name for a part of a row. */
export const rowName = (row: number, part: RowPart): string => `row:${row}:${part}`;

/** Values of a menu's fields, by field name. */
export const typedFromRows = (rows: readonly MenuRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, number) => [
      ...PARTS.map((part) => [rowName(number, part), row[part]] as const),
      [rowName(number, "place"), String(number + 1)] as const,
      [rowName(number, "under"), row.parent ? "yes" : ""] as const,
    ]),
  );

/** Number of rows in a submitted form: the highest row number among its field names, at most `MOST_ROWS`. */
export const rowsIn = (typed: Record<string, string | undefined>): number =>
  Math.min(
    MOST_ROWS,
    1 + Math.max(-1, ...Object.keys(typed).flatMap((name) => Number(/^row:(\d{1,2}):label$/.exec(name)?.[1] ?? -1))),
  );

/** Reads a menu's form: empty rows are dropped, the others are sorted by their position field. */
export function parseRows(
  typed: Record<string, string>,
  { hasColumns, isNested }: Pick<MenuForm, "hasColumns" | "isNested">,
): { rows: MenuRow[]; errors?: undefined } | { rows?: undefined; errors: Record<string, string> } {
  const at = (row: number, part: Parameters<typeof rowName>[1]) => oneLine(typed[rowName(row, part)] ?? "").trim();
  const numbers = Array.from({ length: rowsIn(typed) }, (_, number) => number).filter(
    (number) => at(number, "label") !== "" || at(number, "href") !== "",
  );
  const errors = Object.fromEntries(
    numbers.flatMap((number): [string, string][] => [
      ...(at(number, "label") === ""
        ? [[rowName(number, "label"), "Write the words of this link."] as [string, string]]
        : []),
      ...(isHarmless(at(number, "href")) ? [] : [[rowName(number, "href"), WRONG_LINK] as [string, string]]),
      ...(hasColumns && at(number, "heading") === ""
        ? [[rowName(number, "heading"), "Write the column's heading."] as [string, string]]
        : []),
    ]),
  );
  if (Object.keys(errors).length > 0) return { errors };
  // A row with the position of another row is put after that row if it moves down, and before it if it moves up.
  const placeOf = (number: number) => {
    const place = Number(at(number, "place")) || number + 1;
    return place + Math.sign(place - number - 1) / 2;
  };
  const sorted = numbers.toSorted((one, other) => placeOf(one) - placeOf(other) || one - other);
  const [top] = sorted;
  if (isNested && top !== undefined && at(top, "under") === "yes")
    return { errors: { [rowName(top, "under")]: "No link stands above this one." } };
  let parent = "";
  const rows = sorted.map((number) => {
    const id = at(number, "id") || crypto.randomUUID();
    const isUnder = isNested === true && at(number, "under") === "yes";
    if (!isUnder) parent = id;
    return {
      id,
      label: at(number, "label"),
      href: at(number, "href"),
      heading: at(number, "heading"),
      icon: at(number, "icon"),
      parent: isUnder ? parent : "",
      target: "",
    };
  });
  return { rows };
}

const WRONG_LINK = "Write where this leads: a page of the shop such as /shop/men, or https://, mailto: or tel:.";

/** Formats a menu as text, one line per link. */
export const rowsText = (rows: unknown): string =>
  Array.isArray(rows)
    ? (rows as MenuRow[])
        .map(
          ({ heading, label, href, parent }) => `${parent ? "– " : ""}${heading && `${heading}, `}${label} (${href})`,
        )
        .join("\n")
    : "";

const NAMES = byName<string>({
  label: "words",
  href: "leads to",
  heading: "column",
  place: "place",
  under: "under the one above",
});

/** Label of a field of a row: "Link 2: leads to". */
export function rowLabel(name: string, row: string): string {
  const [, number, part] = /^row:(\d+):(\w+)$/.exec(name) ?? [];
  return number === undefined ? "Links" : `${row} ${Number(number) + 1}: ${NAMES[part ?? ""] ?? "words"}`;
}
