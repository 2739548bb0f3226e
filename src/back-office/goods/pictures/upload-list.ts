import { complaintAbout, complaintWords } from "~/platform/picture-intake";
import { pictureLimits } from "~/platform/picture-limits";

/** A file on its way to the shop. */
export interface Sending {
  id: number;
  file: File;
  /** `cut` may be tried again; `refused` would be refused again. */
  state: "waiting" | "sending" | "preparing" | "ready" | "refused" | "cut";
  /** How much of it was sent, from 0 to 1. */
  share: number;
  /** Why it was not taken, or was cut off. */
  message?: string;
  /** Where it is, once it is there. */
  path?: string;
  /** True once the picture stands in the list. */
  isAdded?: true;
}

export const isUnderWay = ({ state }: Sending): boolean => ["waiting", "sending", "preparing"].includes(state);

/** Why a file need not be sent; nothing when it may be a picture that is taken. */
export async function refusalBefore(file: File): Promise<string | undefined> {
  // The kind is told before the size: a TIFF that is saved smaller would be refused again.
  const complaint =
    complaintAbout(new Uint8Array(await file.slice(0, 512).arrayBuffer())) ??
    (file.size > pictureLimits.bytes ? "too-large" : undefined);
  return complaint && complaintWords(complaint);
}

/** Pictures to be put into a list, behind one of it or before one. */
export interface Addition {
  kind: "add";
  paths: string[];
  after?: string;
  before?: string;
}

/**
 * Pictures to add to the list once no upload is under way: all that are there at once, in the order they were chosen; one that was tried
 * again between its neighbors.
 */
export function additionOf(files: readonly Sending[]): Addition | undefined {
  const fresh = files.filter(({ path, isAdded }) => path !== undefined && !isAdded);
  const [first] = fresh;
  if (!first || files.some(isUnderWay)) return undefined;
  const at = files.indexOf(first);
  const added = (own: readonly Sending[]) =>
    own.flatMap(({ path, isAdded }) => (path !== undefined && isAdded ? [path] : []));
  const after = added(files.slice(0, at)).at(-1);
  const before = added(files.slice(at))[0];
  const paths = fresh.flatMap(({ path }) => path ?? []);
  return { kind: "add", paths, ...(after && { after }), ...(before && { before }) };
}
