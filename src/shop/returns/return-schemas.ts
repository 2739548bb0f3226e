import { z } from "zod";
import { PlainLines } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";

/** Schema of a text to a shopper, with a maximum length. */
export const ReturnWords = PlainLines(1000).trim();

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
