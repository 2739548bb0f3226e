/**
 * Reads an unknown value, or throws `Unfit`. Used for stored browser data and API responses; forms and API requests use zod
 * schemas, which are too large for the first page. Creating a reader has no side effects, so that bundlers remove unused readers.
 */
export type Reader<T> = (value: unknown) => T;

/** Type of the value that a reader returns. */
export type Read<R> = R extends Reader<infer T> ? T : never;

class Unfit extends Error {
  override readonly name = "Unfit";
}

function must(fits: boolean): asserts fits {
  if (!fits) throw new Unfit();
}

/** Value as the reader returns it; undefined if the value does not fit. */
export function read<T>(reader: Reader<T>, value: unknown): T | undefined {
  try {
    return reader(value);
  } catch (error) {
    if (error instanceof Unfit) return undefined;
    throw error;
  }
}

interface TextBounds {
  least?: number;
  most?: number;
  pattern?: RegExp;
  /** True if spaces around the text are removed. */
  trimmed?: boolean;
}

/** Reader of a text; length limits count UTF-16 units. */
/* @__NO_SIDE_EFFECTS__ */
export const text =
  ({ least = 0, most = Infinity, pattern, trimmed = false }: TextBounds = {}): Reader<string> =>
  (value) => {
    must(typeof value === "string");
    const read = trimmed ? value.trim() : value;
    must(read.length >= least && read.length <= most && (pattern?.test(read) ?? true));
    return read;
  };

/** Reader of a finite number. */
/* @__NO_SIDE_EFFECTS__ */
export const number =
  ({ from = -Infinity, to = Infinity, whole = false } = {}): Reader<number> =>
  (value) => {
    must(typeof value === "number" && Number.isFinite(value) && value >= from && value <= to);
    must(!whole || Number.isSafeInteger(value));
    return value;
  };

export const flag: Reader<boolean> = (value) => {
  must(typeof value === "boolean");
  return value;
};

/** Reader of one of some texts. */
/* @__NO_SIDE_EFFECTS__ */
export const oneOf =
  <T extends string>(...texts: T[]): Reader<T> =>
  (value) => {
    const known = texts.find((each) => each === value);
    must(known !== undefined);
    return known;
  };

/* @__NO_SIDE_EFFECTS__ */
export const nullOr =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value) =>
    value === null ? null : reader(value);

/** Reader of a property that may be missing from a shape. */
/* @__NO_SIDE_EFFECTS__ */
export const maybe =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value) =>
    value === undefined ? undefined : reader(value);

/** Reader that returns the result of the first of two readers that accepts the value and does not return null. */
/* @__NO_SIDE_EFFECTS__ */
export const either =
  <A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> =>
  (value) =>
    read(first, value) ?? second(value);

/* @__NO_SIDE_EFFECTS__ */
export const list =
  <T>(reader: Reader<T>, { least = 0, most = Infinity } = {}): Reader<T[]> =>
  (value) => {
    must(Array.isArray(value) && value.length >= least && value.length <= most);
    return value.map(reader);
  };

type Shape = Record<string, Reader<unknown>>;
type Optional<S> = { [K in keyof S]: undefined extends Read<S[K]> ? K : never }[keyof S];
type Shaped<S> = { [K in Exclude<keyof S, Optional<S>>]: Read<S[K]> } & {
  [K in Optional<S>]?: Exclude<Read<S[K]>, undefined>;
};

/** Reader of an object with these properties; other properties are dropped. */
/* @__NO_SIDE_EFFECTS__ */
export const shape =
  <S extends Shape>(members: S): Reader<Shaped<S>> =>
  (value) => {
    must(typeof value === "object" && value !== null);
    const held = value as Record<string, unknown>;
    const entries = Object.entries(members).map(([name, reader]) => [name, reader(held[name])] as const);
    return Object.fromEntries(entries.filter(([, member]) => member !== undefined)) as Shaped<S>;
  };
