import type { PlainKind } from "~/shop/catalog/product-fields";
import { withoutInvisible } from "~/shop/visible-text";
import { type Read, readWhole, readYes } from "./cell-values";

/** Readers of cells by the kind of their field; the schema of the record sets the bounds. */
export const READ_BY_KIND: Record<PlainKind, (text: string) => Read<unknown>> = {
  text: (text) => ({ value: text }),
  code: (text) => ({ value: text }),
  lines: (text) => ({ value: linesIn(text) }),
  whole: (text) => readWhole(text, "the number", Number.MAX_SAFE_INTEGER),
  yes: readYes,
};

const linesIn = (text: string): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => withoutInvisible(line).trim())
    .filter(Boolean);
