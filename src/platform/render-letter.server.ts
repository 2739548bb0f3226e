import { plainTextSelectors, render } from "@react-email/render";
import { compile } from "html-to-text";
import { setImmediate as turn } from "node:timers/promises";
import type { ReactElement } from "react";

/** Plain text of a letter's HTML. The options are compiled once, because that takes as long as a conversion. */
const plainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: "[data-only=screen]", format: "skip" },
    { selector: "img", format: "skip" },
    // Values of `data-text`, the layout of an element in plain text: `line` is a block with blank lines around it, such as a product;
    // `close` a block without, such as a product's name; `row` is a table row as one text line; `inline` continues that line, and
    // `after-colon` continues it behind a colon.
    { selector: "[data-text=row]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "[data-text=inline]", format: "inline" },
    { selector: "[data-text=after-colon]", format: "inlineSurround", options: { prefix: ": " } },
    { selector: "[data-text=line]", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "[data-text=close]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

/** A letter as HTML and as plain text. */
export async function renderLetter(letter: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(letter);
  // Both conversions take milliseconds: waiting requests run in between.
  await turn();
  return { html, text: plainText(html) };
}
