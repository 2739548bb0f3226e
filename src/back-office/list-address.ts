import { categoriesIn } from "~/shop/catalog/editing/category-filter";

/** Parses and writes a parameter of a list's address; the default value is written as an empty text, which addresses omit. */
interface Parameter<T> {
  name: string;
  /** Parses the parameter: `text` is its value; `all` are the values of a repeated parameter. */
  read(text: string | null, all: string[]): T;
  write(value: T): string;
}

/** Returns functions that parse and write addresses of a list from the parameters of its view; parsing ignores invalid values. */
export function listAddress<View extends object>(
  page: string,
  parameters: { [Key in keyof View]: Parameter<View[Key]> },
) {
  const keys = Object.keys(parameters) as (keyof View)[];
  /** Query of a view; equal views have equal queries. */
  const queryOf = (view: View): URLSearchParams =>
    new URLSearchParams(
      keys.map((key) => [parameters[key].name, parameters[key].write(view[key])]).filter(([, text]) => text),
    );
  return {
    viewIn: (search: URLSearchParams): View =>
      Object.fromEntries(
        keys.map((key) => {
          const { name, read } = parameters[key];
          return [key, read(search.get(name), search.getAll(name))];
        }),
      ) as View,
    queryOf,
    /** Address of a view; `on` is the path of another page that uses the same parameters. */
    addressOf(view: View, on = page): string {
      const query = queryOf(view);
      return query.size > 0 ? `${on}?${query}` : on;
    },
  };
}

/** Parameter with a search text, cut to `most` characters. */
export const words = (name: string, most: number): Parameter<string> => ({
  name,
  read: (text) => (text ?? "").replaceAll("\0", "").trim().slice(0, most),
  write: (value) => value,
});

/** Parameter with one of several values; the first is the default. */
export const oneOf = <T extends string>(name: string, values: readonly [T, ...T[]]): Parameter<T> => ({
  name,
  read: (text) => values.find((value) => value === text) ?? values[0],
  write: (value) => (value === values[0] ? "" : value),
});

/** Parameter with a text that `read` accepts, or null. */
export const fitting = <T extends string>(name: string, read: (text: string) => T | null): Parameter<T | null> => ({
  name,
  read: (text) => read(text ?? ""),
  write: (value) => value ?? "",
});

/** Parameter with one of several values, or null. */
export const oneOrNone = <T extends string>(name: string, values: readonly T[]): Parameter<T | null> =>
  fitting(name, (text) => values.find((value) => value === text) ?? null);

/** Parameter with some of several values in their fixed order: joined by commas, or repeated as checkboxes send them. */
export const someOf = <T extends string>(name: string, values: readonly T[]): Parameter<T[]> => ({
  name,
  read(_text, all) {
    const named = new Set(all.flatMap((text) => text.split(",")));
    return values.filter((value) => named.has(value));
  },
  write: (chosen) => chosen.join(","),
});

/** Boolean parameter, which is true if the text equals `value`. */
export const whether = (name: string, value: string): Parameter<boolean> => ({
  name,
  read: (text) => text === value,
  write: (is) => (is ? value : ""),
});

/** Parameter with the ids of categories to filter goods. */
export const someCategories = (name: string): Parameter<string[]> => ({
  name,
  read: (_text, all) => categoriesIn(all),
  write: (ids) => ids.join(","),
});

/** Largest value of PostgreSQL's type `integer`. */
const LARGEST = 2 ** 31 - 1;

/** Parameter with the number of a record, or null. */
export const recordNumber = (name: string): Parameter<number | null> => ({
  name,
  read: (text) => (/^[1-9]\d{0,9}$/.test(text ?? "") && Number(text) <= LARGEST ? Number(text) : null),
  write: (value) => (value === null ? "" : String(value)),
});
