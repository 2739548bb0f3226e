/** Kinds of texts that have drafts, by the stored name of their record kind. */
export const TEXT_KINDS = [
  "page",
  "faq",
  "menu",
  "article",
  "letter",
  "search",
  "chapter",
  "event",
  "film",
  "post",
] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/** Identifies a record of texts. */
export interface TextId {
  kind: TextKind;
  id: string;
}

/** Converts the kind and id of a record to one string. */
export const textName = ({ kind, id }: TextId): string => `${kind}:${id}`;

/** Converts the string made by `textName` back to kind and id; undefined if it is invalid. */
export function textNamed(name: string): TextId | undefined {
  const place = name.indexOf(":");
  const [kind, id] = [TEXT_KINDS.find((each) => each === name.slice(0, place)), name.slice(place + 1)];
  return place < 0 || kind === undefined || id === "" ? undefined : { kind, id };
}
