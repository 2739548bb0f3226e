/**
 * A table of values by name, without prototype: a name that comes from outside, such as "constructor", has no value in it.
 */
export const byName = <Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null) as Record<string, Value>, values);
