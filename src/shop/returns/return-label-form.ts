import { z } from "zod";
import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";
import { textOf } from "./return-schemas";

/** Address of a printable label. */
const LabelUrl = z
  .string()
  .trim()
  .max(limits.text.message, "This address is too long.")
  .refine(
    (text) => text === "" || (/^https:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text)),
    "Paste the whole address of the label, beginning with https://.",
  );

/** Label as entered in a member's form: an address, a file, or none. */
export interface LabelSent {
  label: string;
  file?: Buffer | undefined;
  hasNone: boolean;
}

/**
 * Reads the address of a label from a member's form; empty for a file, and for none.
 *
 * @throws {Refusal} `input-invalid` for a text that is no address, and for contradictory entries.
 */
export function labelUrlIn({ label, file, hasNone }: LabelSent): string {
  const url = textOf(LabelUrl, "label", label);
  if ((url !== "" || file) && hasNone) throw wrong(file ? "file" : "label", ONE_OR_NONE);
  if (url !== "" && file) throw wrong("file", ONE_OF_BOTH);
  return url;
}

const ONE_OR_NONE = "There is a label here, and the tick says that there is none. Take one of them away.";
const ONE_OF_BOTH = "There is a file here and an address, too. Send one of them.";

/** Refusal of a form that is sent after the approval without a label, a file and a tick. */
export const labelMissing = (): Refusal =>
  wrong("label", "Paste where the label is, choose its file, or tick that there is none.");

/** Accepted file types of a label. */
export type LabelKind = "pdf" | "png";

/** First and last bytes of a complete file; the last bytes are searched within the final `within` bytes. */
const SIGNS: Record<LabelKind, { first: Buffer; last: Buffer; within: number }> = {
  pdf: { first: Buffer.from("%PDF-"), last: Buffer.from("%%EOF"), within: 1024 },
  png: { first: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), last: Buffer.from("IEND"), within: 12 },
};

/**
 * Detects the file type of a label from its bytes.
 *
 * @throws {Refusal} `input-invalid` for a file of another type, an incomplete file, or one larger than
 * `limits.returns.labelBytes`.
 */
export function labelKindOf(file: Buffer): LabelKind {
  if (file.length > limits.returns.labelBytes) throw refused("This file is larger than 2 MB. Save the label alone.");
  for (const kind of ["pdf", "png"] as const) {
    const { first, last, within } = SIGNS[kind];
    if (!file.subarray(0, first.length).equals(first)) continue;
    if (file.subarray(-within).includes(last)) return kind;
    throw refused("This file breaks off: it did not arrive whole. Choose it again.");
  }
  throw refused("This is neither a PDF nor a PNG. Save the label as one of these.");
}

const refused = (words: string): Refusal => wrong("file", words);

const wrong = (field: "label" | "file", words: string): Refusal =>
  new Refusal("input-invalid", { fields: { [field]: words } });
