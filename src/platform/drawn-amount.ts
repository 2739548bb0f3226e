/** How often what a reference names is drawn: once, by each element inside that inherits it, or at each point of each line inside. */
export type Reach = "once" | "inherited" | "points";

/** An element of a drawing, with the reach of what it contains. */
export interface DrawnElement {
  name: string;
  /** Length of its tag in characters. */
  letters: number;
  ids: readonly string[];
  refers: readonly { to: string; reach: Reach }[];
  /** Upper bound of the points of its line. */
  points: number;
  /** Index of the first element after it and its descendants. */
  end: number;
}

/** Cost of one reference, in characters: a mask or a filter is a layer of its own. A gradient is a color. */
const REFERENCE = 1000;
const GRADIENT = 10;
/** Maximum cost of what is drawn by references, and maximum number of references behind one another. */
const MOST = 10_000_000;
const DEEPEST = 12;

/**
 * Whether references of a drawing multiply what is drawn beyond bounds. Each one draws again what it refers to, with the references in
 * it, so that a few lines could mean millions of elements. A ring of references counts as too much.
 *
 * @param elements in the order of the document.
 */
export function drawsTooMuch(elements: readonly DrawnElement[]): boolean {
  const references = elements.flatMap((element, at) => element.refers.map((one) => ({ ...one, at, end: element.end })));
  if (references.length * GRADIENT > MOST) return true;
  const targets = Map.groupBy(
    elements.flatMap(({ name, ids }, at) => ids.map((id) => ({ id, at, name }))),
    ({ id }) => id,
  );
  const inside = {
    letters: sumsOf(elements, ({ letters }) => letters),
    elements: sumsOf(elements, () => 1),
    points: sumsOf(elements, ({ points }) => points),
    uses: sumsOf(elements, ({ name }) => (name === "use" ? 1 : 0)),
  };
  /** Number of elements or points that something inherited reaches: through a `use` inside, all of the drawing. */
  const reached = (what: "elements" | "points", at: number, end: number) =>
    inside[what](at, end) + inside.uses(at, end) * inside[what](0, elements.length);
  const timesOf = ({ reach, at, end }: { reach: Reach; at: number; end: number }) => {
    if (reach === "once") return 1;
    return reached("elements", at, end) + (reach === "points" ? reached("points", at, end) : 0);
  };

  const costs = new Map<string, number>();
  /** Cost of drawing what has an id once; of several elements with it browsers draw the first, and all are counted. */
  const costOf = (id: string, depth: number): number => {
    if (depth > DEEPEST) return Infinity;
    const known = costs.get(id);
    if (known !== undefined) return known;
    const own = targets.get(id) ?? [];
    let cost = own.every(({ name }) => name.endsWith("Gradient")) ? GRADIENT : REFERENCE;
    for (const { at } of own) {
      const end = elements[at]?.end ?? at;
      cost += (cost === GRADIENT ? 0 : inside.letters(at, end)) + costWithin(at, end, depth);
    }
    costs.set(id, cost);
    return cost;
  };
  const costWithin = (from: number, to: number, depth: number): number => {
    let cost = 0;
    for (const one of references)
      if (one.at >= from && one.at < to && cost <= MOST) cost += timesOf(one) * costOf(one.to, depth + 1);
    return cost;
  };
  return costWithin(0, elements.length, 0) > MOST;
}

/** Returns a function for the sum of a number over elements from an index to before another. */
function sumsOf(elements: readonly DrawnElement[], numberOf: (element: DrawnElement) => number) {
  const before = [0];
  for (const element of elements) before.push((before.at(-1) ?? 0) + numberOf(element));
  return (at: number, end: number): number => (before[end] ?? 0) - (before[at] ?? 0);
}
