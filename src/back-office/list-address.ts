/** A parameter of a list's address: how its value is read, and written; nothing is written where it is as usual. */
interface Parameter<T> {
  name: string;
  read(text: string | null): T;
  write(value: T): string;
}

/** The address of a list, by the parameters that its view consists of: what makes no sense is left out. */
export function listAddress<View extends object>(
  page: string,
  parameters: { [Key in keyof View]: Parameter<View[Key]> },
) {
  const keys = Object.keys(parameters) as (keyof View)[];
  return {
    viewIn: (search: URLSearchParams): View =>
      Object.fromEntries(keys.map((key) => [key, parameters[key].read(search.get(parameters[key].name))])) as View,
    addressOf(view: View): string {
      const written = keys.map((key) => [parameters[key].name, parameters[key].write(view[key])]);
      const query = new URLSearchParams(written.filter(([, text]) => text));
      return query.size > 0 ? `${page}?${query}` : page;
    },
  };
}

/** Search text, cut at so many characters. */
export const words = (name: string, most: number): Parameter<string> => ({
  name,
  read: (text) => (text ?? "").replaceAll("\0", "").trim().slice(0, most),
  write: (value) => value,
});

/** One of several values, of which the first is usual. */
export const oneOf = <T extends string>(name: string, values: readonly [T, ...T[]]): Parameter<T> => ({
  name,
  read: (text) => values.find((value) => value === text) ?? values[0],
  write: (value) => (value === values[0] ? "" : value),
});

/** A text of a certain form, or none. */
export const fitting = <T extends string>(name: string, read: (text: string) => T | null): Parameter<T | null> => ({
  name,
  read: (text) => read(text ?? ""),
  write: (value) => value ?? "",
});

/** The number of a record, or none. */
export const recordNumber = (name: string): Parameter<number | null> => ({
  name,
  read: (text) => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : null),
  write: (value) => (value === null ? "" : String(value)),
});
