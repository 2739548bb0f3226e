import type { SizeGuide } from "~/shop/catalog/size-guides/size-guide";

/**
 * Number of form fields for measures and sizes: at least `least`, at most `most`, and `spare` empty ones after those that are
 * filled.
 */
const ROOM = { measures: { least: 4, spare: 2, most: 12 }, sizes: { least: 12, spare: 4, most: 60 } };

/** Number of fields that the form shows for `count` stored measures or sizes. */
export const roomFor = (of: keyof typeof ROOM, count: number): number =>
  Math.min(ROOM[of].most, Math.max(ROOM[of].least, count + ROOM[of].spare));

export const measureName = (column: number): string => `measure:${column}`;
export const sizeName = (row: number): string => `size:${row}`;
export const valueName = (row: number, column: number): string => `value:${row}:${column}`;

/** Values of a size guide's form fields, by field name. */
export function formatGuide({ name, words, unit, table }: SizeGuide): Record<string, string> {
  return {
    name,
    words,
    unit,
    ...Object.fromEntries(table.measures.map((measure, column) => [measureName(column), measure])),
    ...Object.fromEntries(
      table.sizes.flatMap(({ size, values }, row) => [
        [sizeName(row), size],
        ...values.map((value, column) => [valueName(row, column), value]),
      ]),
    ),
  };
}

/** Number of measure columns and size rows of a submitted form, from its field names. */
export const extent = (typed: Record<string, string>) => ({
  measures: Math.min(ROOM.measures.most, 1 + last(typed, /^measure:(\d{1,2})$/)),
  sizes: Math.min(ROOM.sizes.most, 1 + last(typed, /^size:(\d{1,2})$/)),
});

const last = (typed: Record<string, string>, name: RegExp): number =>
  Math.max(-1, ...Object.keys(typed).flatMap((each) => Number(name.exec(each)?.[1] ?? -1)));

/** Reads a size guide's form. Empty columns and rows are dropped; values in a column or row without a name are errors. */
export function parseGuide(
  typed: Record<string, string>,
): { values: Record<keyof SizeGuide, unknown>; errors?: undefined } | { errors: Record<string, string> } {
  const at = (name: string) => (typed[name] ?? "").trim();
  const room = extent(typed);
  const columns = Array.from({ length: room.measures }, (_, column) => column);
  const rows = Array.from({ length: room.sizes }, (_, row) => row);
  const valued = (row: number, column: number) => at(valueName(row, column)) !== "";
  const measures = columns.filter((column) => at(measureName(column)) || rows.some((row) => valued(row, column)));
  const sizes = rows.filter((row) => at(sizeName(row)) || columns.some((column) => valued(row, column)));
  const errors = {
    ...Object.fromEntries(
      measures.flatMap((column) => (at(measureName(column)) ? [] : [[measureName(column), "Name this measure."]])),
    ),
    ...Object.fromEntries(sizes.flatMap((row) => (at(sizeName(row)) ? [] : [[sizeName(row), "Name this size."]]))),
  };
  if (Object.keys(errors).length > 0) return { errors };
  const table = {
    measures: measures.map((column) => at(measureName(column))),
    sizes: sizes.map((row) => ({
      size: at(sizeName(row)),
      values: measures.map((column) => at(valueName(row, column))),
    })),
  };
  const words = (typed.words ?? "").replaceAll("\r\n", "\n").trim();
  return { values: { name: at("name"), words, unit: typed.unit ?? "", table } };
}
