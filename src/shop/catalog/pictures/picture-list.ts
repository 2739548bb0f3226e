/** Pictures of a product: by color, and those without a color. */
export interface PictureLists {
  own: string[];
  colors: { name: string; images: string[] }[];
}

/** A change of one list of pictures, by their paths. */
export type PictureChange =
  /** Inserted after or before a picture; at the end where that is unknown. */
  | { kind: "add"; paths: string[]; after?: string | undefined; before?: string | undefined }
  | { kind: "move"; path: string; to: "earlier" | "later" | "last" | { before: string } }
  | { kind: "remove"; path: string };

/** The list after a change; a change about a removed picture has no effect. */
export function changedList(images: readonly string[], change: PictureChange): string[] {
  if (change.kind === "add") {
    const added = [...new Set(change.paths)].filter((path) => !images.includes(path));
    const behind = change.after === undefined ? -1 : images.indexOf(change.after);
    const before = change.before === undefined ? -1 : images.indexOf(change.before);
    const at = behind >= 0 ? behind + 1 : before >= 0 ? before : images.length;
    return images.toSpliced(at, 0, ...added);
  }
  const at = images.indexOf(change.path);
  if (at < 0) return [...images];
  const others = images.toSpliced(at, 1);
  return change.kind === "remove" ? others : others.toSpliced(placeIn(others, at, change.to), 0, change.path);
}

function placeIn(others: string[], at: number, to: Extract<PictureChange, { kind: "move" }>["to"]): number {
  if (to === "earlier") return Math.max(0, at - 1);
  if (to === "later") return at + 1;
  if (to === "last") return others.length;
  const before = others.indexOf(to.before);
  return before < 0 ? at : before;
}

/** All pictures of a product without repetition: by color in order, then those without. */
export const allPictures = ({ own, colors }: PictureLists): string[] => [
  ...new Set([...colors.flatMap(({ images }) => images), ...own]),
];

/** Pictures of a product by color; those of no color are its own. */
export function listsOf(images: string[], colors: PictureLists["colors"]): PictureLists {
  const colored = new Set(colors.flatMap((color) => color.images));
  return { own: images.filter((path) => !colored.has(path)), colors };
}

/** Log id of a list: the product, with its color if any. */
export const listId = (productId: string, color: string): string => `${productId}/${color}`;

export function listNamed(id: string): { productId: string; color: string } {
  const slash = id.indexOf("/");
  return slash < 0 ? { productId: id, color: "" } : { productId: id.slice(0, slash), color: id.slice(slash + 1) };
}
