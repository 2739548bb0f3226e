import { folded } from "~/shop/folded-text";
import { z } from "zod";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import type { Unit } from "./size-units";

const word = (most: number) => PlainLine(most).regex(/^[^<>]*$/, "Write it in one line of plain text.");

const isDistinct = (names: string[]): boolean => new Set(names.map(folded)).size === names.length;

/** Schema of a guide's table: sizes with their measures; each size has one value for every measure. */
export const SizeTable = z
  .object({
    measures: z
      .array(word(40).min(1, "Name each measure."))
      .min(1, "Write at least one measure, such as Chest.")
      .max(12, "Use at most 12 measures."),
    sizes: z
      .array(z.object({ size: word(40).min(1, "Name each size."), values: z.array(word(20)) }))
      .min(1, "Write at least one size.")
      .max(60, "Use at most 60 sizes."),
  })
  .refine(({ measures }) => isDistinct(measures), "Name each measure once.")
  .refine(({ sizes }) => isDistinct(sizes.map(({ size }) => size)), "Name each size once.")
  .refine(
    ({ measures, sizes }) => sizes.every(({ values }) => values.length === measures.length),
    "Each size has one value for each measure.",
  );

/** Fields of a size guide's record. */
export const sizeGuideFields = {
  name: word(80).min(1, "Give it a name."),
  words: PlainLines(2_000),
  unit: z.enum(["in", "cm", "none"], "Choose one of these."),
  table: SizeTable,
} as const;

/** A table of measures by size, with a text for shoppers. */
export interface SizeGuide {
  name: string;
  words: string;
  unit: Unit;
  table: z.output<typeof SizeTable>;
}
