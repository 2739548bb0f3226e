/** Price that a product sets for all its variants, and prices of variants that override it; in cents. */
export interface Levels {
  product: number | null;
  variants: {
    id: number;
    own: number | null;
    /** Price of the variant in the file, in cents; undefined: it is not changed. */ target: number | null | undefined;
  }[];
}

/** Changes that give each variant its price from the file. */
export interface LevelChanges {
  product?: number | null;
  variants: Map<number, number | null>;
}

/**
 * Smallest number of changes: a price shared by all variants without a price of their own is set at the product, other prices at
 * variants. `none` is the value that excludes a variant from the product's price, if there is one.
 */
export function levelChanges({ product, variants }: Levels, none: 0 | null): LevelChanges {
  const amount = (value: number | null) => (value === none ? null : value);
  const effective = (own: number | null) => amount(own === null ? product : own);
  // Without a value `none`, no variant can be excluded, so the product's price moves to the variants that keep it.
  if (none === null && product !== null && variants.some(({ target }) => target === null))
    return { product: null, variants: ownLevels({ product, variants }) };
  const changes: LevelChanges = { variants: new Map() };
  const inheriting = variants.filter(({ own }) => own === null);
  const [first] = inheriting;
  const isShared = first !== undefined && inheriting.every(({ target }) => target === first.target);
  const shared = isShared && first.target !== undefined && first.target !== amount(product) ? first.target : undefined;
  if (shared !== undefined) changes.product = shared;
  for (const { id, own, target } of variants) {
    if (target === undefined || target === effective(own) || (own === null && shared !== undefined)) continue;
    changes.variants.set(id, target ?? (product === null ? null : none));
  }
  return changes;
}

/** Prices to set at the variants of a product that has no price. */
function ownLevels({ product, variants }: Levels): LevelChanges["variants"] {
  const given = variants.map(({ id, own, target }) => {
    const amount = target === undefined ? (own ?? product) : target;
    return { id, amount, isNew: amount !== own };
  });
  return new Map(given.filter(({ isNew }) => isNew).map(({ id, amount }) => [id, amount]));
}

/** Prices of a new product: the most common one is set at the product, unless a variant has no price and cannot be excluded. */
export function newLevels(
  targets: (number | null)[],
  none: 0 | null,
): { product: number | null; own: (number | null)[] } {
  const counts = new Map<number, number>();
  for (const target of targets) if (target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  const canDiffer = none !== null || targets.every((target) => target !== null);
  const product = canDiffer ? ([...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null) : null;
  return { product, own: targets.map((target) => (target === product ? null : (target ?? none))) };
}
