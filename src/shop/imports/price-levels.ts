/** An amount that a product gives to all its variants, and variants may have of their own. */
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
 * The fewest changes: an amount that all variants without one of their own are to get goes to the product, others to their variants.
 * `none` is what a variant is given so that the product's does not count for it.
 */
export function levelChanges({ product, variants }: Levels, none: 0 | null): LevelChanges {
  const amount = (value: number | null) => (value === none ? null : value);
  const effective = (own: number | null) => amount(own === null ? product : own);
  // Nothing of a variant's own keeps the product's amount away from it: that one goes, and stays with those that are to keep it.
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

/** Values of each variant's own, for a product that has none any more. */
function ownLevels({ product, variants }: Levels): LevelChanges["variants"] {
  const given = variants.map(({ id, own, target }) => {
    const amount = target === undefined ? (own ?? product) : target;
    return { id, amount, isNew: amount !== own };
  });
  return new Map(given.filter(({ isNew }) => isNew).map(({ id, amount }) => [id, amount]));
}

/** Values of a new product: the one that most variants share is the product's. */
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
