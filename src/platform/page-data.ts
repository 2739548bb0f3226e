/**
 * The data of a page as one text, of which the router knows nothing: it would walk through each value of it, here and in the browser. In a
 * document the text has an element of its own.
 */
export interface PageData<T> {
  json?: string;
  /** In a document: the id of the element that holds it. */
  at?: string;
  /** Never set: what the text holds. */
  holds?: T;
}

/** What of some data the browser would read otherwise than the server wrote it, such as a Date; linked data are JSON by their own types. */
type NotJson<T> = T extends string | number | boolean | null | { "@context": string }
  ? never
  : T extends undefined | bigint | symbol | ((...args: never[]) => unknown) | { toJSON(): unknown }
    ? T
    : T extends readonly (infer Each)[]
      ? NotJson<Each>
      : { [K in keyof T]-?: NotJson<Exclude<T[K], undefined>> }[keyof T];

/** Data that JSON keeps: of others the type says what it would not. A property that is undefined is as good as left out. */
export type Json<T> = [NotJson<T>] extends [never] ? T : T & { notJson: NotJson<T> };

/** What a text holds. */
export type Held<D> = D extends PageData<infer T> ? T : never;

const known = new WeakMap<object, unknown>();

/** The data themselves, read once. They are what was written, as `Json` says. */
export function readPageData<T>(data: PageData<T>): T {
  if (!known.has(data)) known.set(data, JSON.parse(data.json ?? textAt(data.at)));
  return known.get(data) as T;
}

const textAt = (id = ""): string => document.getElementById(id)?.textContent ?? "null";

/** Who wrote the text need not read it. */
export function rememberPageData<T>(data: PageData<T>, value: T): PageData<T> {
  known.set(data, value);
  return data;
}
