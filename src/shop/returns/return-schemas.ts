import { z } from "zod";
import { limits } from "~/shop/limits";
import { PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";

/** Schema of a text to a shopper, with a maximum length. */
export const ReturnWords = PlainLines(1000).trim();

/** Address of a printable label. */
export const LabelUrl = z
  .string()
  .trim()
  .max(limits.text.message, "This address is too long.")
  .refine(
    (text) => text === "" || (/^https:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text)),
    "Paste the whole address of the label, beginning with https://.",
  );

/**
 * Validates the text of a form field.
 *
 * @throws {Refusal} `input-invalid`, with a message for the field.
 */
export function textOf(schema: z.ZodType<string>, field: string, typed: string): string {
  const { data, error } = schema.safeParse(typed);
  if (error) throw new Refusal("input-invalid", { fields: { [field]: error.issues[0]?.message ?? "" } });
  return data;
}
