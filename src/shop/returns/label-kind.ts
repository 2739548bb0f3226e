import { limits } from "~/shop/limits";
import { Refusal } from "~/shop/refusal";

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

const refused = (words: string) => new Refusal("input-invalid", { fields: { file: words } });
