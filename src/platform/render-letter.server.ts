import { plainTextSelectors, render } from "@react-email/render";
import { compile } from "html-to-text";
import { setImmediate as turn } from "node:timers/promises";
import type { ReactElement } from "react";

/** Converts a letter's HTML to plain text. The options are compiled only once, because that takes as long as a conversion. */
const plainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: "[data-only=screen]", format: "skip" },
    { selector: "img", format: "skip" },
    // Values of `data-text`, which says how an element looks in plain text: `line` is a block with empty lines around it, such as
    // a product; `close` is a block without them, such as a product's name; `row` is a table row as one line; `inline` continues
    // that line, and `after-colon` continues it after a colon.
    { selector: "[data-text=row]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "[data-text=inline]", format: "inline" },
    { selector: "[data-text=after-colon]", format: "inlineSurround", options: { prefix: ": " } },
    { selector: "[data-text=line]", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "[data-text=close]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

/** Comments by which React finds text nodes and boundaries when it hydrates a page; a letter is never hydrated. */
const REACT_COMMENTS = /<!--(?: |\/?\$|html|head|body)-->/g;

/** Renders a letter as HTML and as plain text. */
export async function renderLetter(letter: ReactElement): Promise<{ html: string; text: string }> {
  const html = (await render(letter)).replaceAll(REACT_COMMENTS, "");
  // Other requests are served between the two conversions, each of which takes milliseconds.
  await turn();
  return { html, text: plainText(html) };
}
