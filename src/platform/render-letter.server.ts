import { plainTextSelectors, render } from "@react-email/render";
import { compile } from "html-to-text";
import { setImmediate as turn } from "node:timers/promises";
import type { ReactElement } from "react";

/** A letter's HTML as plain text. Its rules are compiled once, which takes as long as to apply them. */
const plainText = compile({
  wordwrap: false,
  selectors: [
    ...plainTextSelectors,
    { selector: "[data-only=screen]", format: "skip" },
    { selector: "img", format: "skip" },
    // Parts that stand side by side on a screen: a total in one row, a product's text close together.
    { selector: "[data-text=row]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: "[data-text=inline]", format: "inline" },
    { selector: "[data-text=after-colon]", format: "inlineSurround", options: { prefix: ": " } },
    { selector: "[data-text=line]", format: "block", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: "[data-text=close]", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

/** A letter as mail programs show it, and as plain text for those that show nothing else. */
export async function renderLetter(letter: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(letter);
  // Each of the two takes milliseconds: requests that wait go in between.
  await turn();
  return { html, text: plainText(html) };
}
