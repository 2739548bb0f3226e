/** A text of one line: its line breaks, with the white space around them, are spaces; those at its ends are dropped. */
export function oneLine(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/);
  return lines.length === 1
    ? text
    : lines
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(" ");
}
