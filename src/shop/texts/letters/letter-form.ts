/** A text of a letter that members can change. */
export interface LetterField {
  label: string;
  kind: "line" | "lines";
  /** Text that the program comes with. */
  delivered: string;
  /** Names of chips that the text must contain, because the letter would be useless without them. */
  needs?: readonly string[];
  /** Whether the text may be empty; the letter then omits it. */
  mayBeEmpty?: true;
  /** Chips that only this text may contain, each with a description of its value. */
  chips?: Readonly<Record<string, string>>;
}

/** Maximum length of a text of each kind in characters. */
export const LONGEST = { line: 300, lines: 3000 } as const satisfies Record<LetterField["kind"], number>;

/** A letter whose texts members can change. Layout, order lines, sums, codes and addresses are part of the program. */
export interface LetterForm {
  /** Name of the letter for members. */
  name: string;
  /** Description of the occasion on which it is sent. */
  when: string;
  /** Chips that all its texts may contain, each with a description of its value. */
  chips: Readonly<Record<string, string>>;
  /** Variants of the letter that its preview can show, by name. */
  cases?: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, LetterField>>;
}

/** Chips of all letters about an order, each with a description of its value. */
export const ORDER = {
  firstName: "the shopper's first name",
  name: "the shopper's whole name",
  orderNumber: "the order's number",
};

type More = Omit<LetterField, "label" | "kind" | "delivered">;

/** Defines a text of one line. */
export const line = (label: string, delivered: string, more: More = {}): LetterField => ({
  label,
  kind: "line",
  delivered,
  ...more,
});

/** Defines a text of several paragraphs. */
export const lines = (label: string, delivered: string, more: More = {}): LetterField => ({
  label,
  kind: "lines",
  delivered,
  ...more,
});
