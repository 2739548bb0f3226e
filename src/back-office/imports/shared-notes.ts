/** Number of lines from which a note that they have in common is said once, above them. */
const SHARED_FROM = 3;

/** Notes that several lines have in common, each with the number of lines, and the lines without them. */
export function sharedNotes<Line extends { notes: string[] }>(
  lines: Line[],
): { shared: { note: string; count: number }[]; lines: Line[] } {
  const counts = new Map<string, number>();
  for (const note of lines.flatMap(({ notes }) => [...new Set(notes)])) counts.set(note, (counts.get(note) ?? 0) + 1);
  const shared = [...counts].flatMap(([note, count]) => (count >= SHARED_FROM ? [{ note, count }] : []));
  const said = new Set(shared.map(({ note }) => note));
  return {
    shared: shared.toSorted((a, b) => b.count - a.count),
    lines: lines.map((line) => ({ ...line, notes: [...new Set(line.notes)].filter((note) => !said.has(note)) })),
  };
}
