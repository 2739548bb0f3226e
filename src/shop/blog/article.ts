/** Number of characters up to which search results and lists show a text without shortening it, by field. */
export const SHOWN_LETTERS = { lead: 160, searchTitle: 60, searchWords: 160 } as const;

/** Messages about fields that an article needs before the shop can show it. */
export function articleComplaints({
  title,
  lead,
  text,
  cover,
  isShown,
}: Readonly<Record<string, unknown>>): { field: string; text: string }[] {
  if (isShown !== true) return [];
  const empty = (value: unknown) => String(value ?? "").trim() === "";
  return [
    ...(empty(title) ? [{ field: "title", text: "Write a title." }] : []),
    ...(empty(lead) ? [{ field: "lead", text: "Write the lead: it stands under the title and on the list." }] : []),
    ...(empty(text) ? [{ field: "text", text: "Write the article." }] : []),
    ...(empty(cover) ? [{ field: "cover", text: "Choose a cover: lists show it." }] : []),
  ];
}
