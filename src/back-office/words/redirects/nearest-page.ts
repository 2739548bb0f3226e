/** A page of the shop that a link may lead to. */
export interface LinkTarget {
  to: string;
  name: string;
}

/** Words of an address in the singular, without common parts of shop addresses such as "product". */
const wordsOf = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !COMMON.has(word))
      .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)),
  );

const COMMON = new Set(
  "shop product products collections collection pages page blogs blog category categories html the and for of in".split(
    " ",
  ),
);

/** The page whose name and address share the most words with a missed address, at least half of them; null where none does. */
export function nearestPage(path: string, targets: readonly LinkTarget[]): LinkTarget | null {
  const wanted = wordsOf(path);
  if (wanted.size === 0) return null;
  let best: { target: LinkTarget; score: number } | null = null;
  for (const target of targets) {
    const own = wordsOf(`${target.name} ${target.to.replace(/-[\da-f]{8,}$/i, "")}`);
    const shared = [...wanted].filter((word) => own.has(word)).length;
    const score = shared / wanted.size + shared / (own.size * 10);
    if (shared * 2 >= wanted.size && score > (best?.score ?? 0)) best = { target, score };
  }
  return best?.target ?? null;
}
