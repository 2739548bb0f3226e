/** A page of the shop to which an address can be redirected. */
export interface LinkTarget {
  to: string;
  name: string;
}

/** Words in an address or name, in the singular, without common parts of shop addresses such as "product". */
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

/** Page whose name and address have the most words in common with a missed address. Null if no page has half of the words. */
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
