/** A text of a letter that members change. */
export interface LetterField {
  label: string;
  kind: "line" | "lines";
  /**
   * The words that the shop came with. A list is set text by text: React marks the seams between texts, and the letter keeps its bytes as
   * long as its words are these.
   */
  delivered: string | readonly string[];
  /** Chips without which the letter would not say what it is sent for. */
  needs?: readonly string[];
  /** Left empty, it is left out of the letter. */
  mayBeEmpty?: true;
  /** Chips of this text only, with what stands in their place. */
  chips?: Readonly<Record<string, string>>;
}

/** A letter whose words members change. Its frame, lines, sums, codes and addresses are part of the program. */
export interface LetterForm {
  /** Its name for members. */
  name: string;
  /** Moment at which it is sent, in words. */
  when: string;
  /** Chips of all its texts, with what stands in their place. */
  chips: Readonly<Record<string, string>>;
  /** Ways in which it differs, for its preview. */
  cases?: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, LetterField>>;
}

type More = Omit<LetterField, "label" | "kind" | "delivered">;

/** A text of one line. */
export const line = (label: string, delivered: LetterField["delivered"], more: More = {}): LetterField => ({
  label,
  kind: "line",
  delivered,
  ...more,
});

/** A text of paragraphs. */
export const lines = (label: string, delivered: LetterField["delivered"], more: More = {}): LetterField => ({
  label,
  kind: "lines",
  delivered,
  ...more,
});

/** The delivered words of a text as one. */
export const deliveredText = ({ delivered }: LetterField): string =>
  typeof delivered === "string" ? delivered : delivered.join("");

/** The delivered words text by text: each chip is one of its own, unless a list says otherwise. */
export const deliveredParts = ({ delivered }: LetterField): readonly string[] =>
  typeof delivered === "string" ? delivered.split(/(\{\w+\})/).filter((part) => part !== "") : delivered;
