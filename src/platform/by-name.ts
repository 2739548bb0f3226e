/**
 * A table of values by name, without prototype: a name that comes from outside, such as "constructor", has no value in it. With
 * `Name`, a table without one of these names does not compile.
 */
export const byName = <Value, Name extends string = string>(
  values: Readonly<Record<Name, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null) as Record<string, Value>, values);

/** Name of a value in a list of names that is total by its type; `other` for a value that only another release stores. */
export const nameIn = <Name extends string>(
  names: Readonly<Record<Name, string>>,
  value: string,
  other: string,
): string => (Object.hasOwn(names, value) ? names[value as Name] : other);
