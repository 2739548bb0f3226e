/** A price that a product sets for all variants, and variants may override. */
export interface Levels {
  product: number | null;
  variants: {
    id: number;
    own: number | null;
    /** The file's value for it, in cents; undefined leaves it. */ target: number | null | undefined;
  }[];
}

/** Changes after which each variant has the file's value. */
export interface LevelChanges {
  product?: number | null;
  variants: Map<number, number | null>;
}

/**
 * Fewest changes: a price that all variants without their own share is set at the product, others at variants. `none` excludes a variant
 * from the product's price.
 */
export function levelChanges({ product, variants }: Levels, none: 0 | null): LevelChanges {
  const amount = (value: number | null) => (value === none ? null : value);
  const effective = (own: number | null) => amount(own === null ? product : own);
  // A variant's price cannot be excluded from the product's: the product's is removed, and variants that keep it get it as their own.
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

/** Variants' own values, for a product without one. */
function ownLevels({ product, variants }: Levels): LevelChanges["variants"] {
  const given = variants.map(({ id, own, target }) => {
    const amount = target === undefined ? (own ?? product) : target;
    return { id, amount, isNew: amount !== own };
  });
  return new Map(given.filter(({ isNew }) => isNew).map(({ id, amount }) => [id, amount]));
}

/** Values of a new product: the most frequent one is set at the product. */
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
