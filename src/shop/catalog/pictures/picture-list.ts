/** Pictures of a product: by color, and those without a color (`own`). */
export interface PictureLists {
  own: string[];
  colors: { name: string; images: string[] }[];
}

/** A change of one list of pictures; pictures are named by their paths. */
export type PictureChange =
  /** Inserts pictures after or before a picture, or at the end if that picture is not in the list. */
  | { kind: "add"; paths: string[]; after?: string | undefined; before?: string | undefined }
  | { kind: "move"; path: string; to: "earlier" | "later" | "last" | { before: string } }
  | { kind: "remove"; path: string };

/** Returns the list after a change; moving or removing a picture that is not in the list has no effect. */
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

/**
 * Pictures of a list that sizes and colors no longer show after it changed from `was` to `images`, but the new first picture: removed
 * pictures, and the former first one.
 */
export const picturesToReplace = (was: readonly string[], images: readonly string[]): string[] =>
  was.filter((path, place) => !images.includes(path) || (place === 0 && path !== images[0]));

/** All pictures of a product without repetition: first those of colors in order, then those without a color. */
export const allPictures = ({ own, colors }: PictureLists): string[] => [
  ...new Set([...colors.flatMap(({ images }) => images), ...own]),
];

/** Splits the pictures of a product by color; pictures without a color are in `own`. */
export function listsOf(images: string[], colors: PictureLists["colors"]): PictureLists {
  const colored = new Set(colors.flatMap((color) => color.images));
  return { own: images.filter((path) => !colored.has(path)), colors };
}

/** Id of a list in the log: the product's id, and the color if the list has one. */
export const listId = (productId: string, color: string): string => `${productId}/${color}`;

export function listNamed(id: string): { productId: string; color: string } {
  const slash = id.indexOf("/");
  return slash < 0 ? { productId: id, color: "" } : { productId: id.slice(0, slash), color: id.slice(slash + 1) };
}
