/** Maximum number of characters shown of a text in a list. */
const SHOWN = 240;

/** Lines of a text from the first to the last that differ from another text; all if both have one line. Long results are cut. */
export function changedPart(text: string, other: string): string {
  const [own, others] = [text.split("\n"), other.split("\n")];
  if (own.length < 2 && others.length < 2) return clipped(text);
  const most = Math.min(own.length, others.length);
  let start = 0;
  while (start < most && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && own.at(-1 - end) === others.at(-1 - end)) end += 1;
  return clipped(
    own
      .slice(start, own.length - end)
      .join("\n")
      .trim(),
  );
}

const clipped = (text: string): string =>
  text.length > SHOWN ? `${text.slice(0, SHOWN).replace(/\p{Cs}$/u, "")} …` : text;
