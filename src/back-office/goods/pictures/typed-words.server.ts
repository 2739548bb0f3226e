import { z } from "zod";
import { PictureWords } from "~/shop/catalog/pictures/pictures-record.server";
import type { TypedWords } from "~/shop/catalog/pictures/product-pictures.server";
import { wordsField } from "./pictures-address";

/** Schema of each picture's alternative text and version when the form was shown, by path. */
export const OpenedWords = z.record(z.string(), z.object({ alt: z.string(), version: z.int().min(1) }));
export type OpenedWords = z.infer<typeof OpenedWords>;

/** Parses the changed alternative texts of a form, with errors by field name. */
export function typedWords(
  typed: Record<string, string>,
  opened: OpenedWords,
): { words: TypedWords[]; errors: Record<string, string> } {
  const words = Object.entries(opened).flatMap(([path, { alt: base, version }]) => {
    const alt = (typed[wordsField(path)] ?? base).trim();
    return alt === base ? [] : [{ path, alt, version }];
  });
  const errors = words.flatMap(({ path, alt }) => {
    const [issue] = PictureWords.safeParse(alt).error?.issues ?? [];
    return issue ? [[wordsField(path), issue.message]] : [];
  });
  return { words, errors: Object.fromEntries(errors) as Record<string, string> };
}
