/** Joins trimmed lines of a text by spaces, without empty lines; a text of one line is returned unchanged. */
export function oneLine(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/);
  return lines.length === 1
    ? text
    : lines
        .map((line) => line.trim())
        .filter((line) => line !== "")
        .join(" ");
}
