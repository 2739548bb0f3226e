import { render, toPlainText } from "@react-email/render";
import type { ReactElement } from "react";

/** A letter as mail programs show it, and as plain text for those that show nothing else. */
export async function written(letter: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(letter);
  const text = toPlainText(html, {
    selectors: [
      { selector: "[data-only=screen]", format: "skip" },
      { selector: "img", format: "skip" },
    ],
  });
  return { html, text };
}
