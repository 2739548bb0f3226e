import { complaintAbout, complaintWords } from "~/platform/picture-intake";
import { pictureLimits } from "~/platform/picture-limits";

/** A file on its way to the shop. */
export interface Sending {
  id: number;
  file: File;
  /** `cut` may be tried again; `refused` would be refused again. */
  state: "waiting" | "sending" | "preparing" | "ready" | "refused" | "cut";
  /** Uploaded share, from 0 to 1. */
  share: number;
  /** Reason of a refusal or an interruption. */
  message?: string;
  /** Path of the stored picture, once it is uploaded. */
  path?: string;
  /** True once the picture is in the list. */
  isAdded?: true;
}

export const isUnderWay = ({ state }: Sending): boolean => ["waiting", "sending", "preparing"].includes(state);

/** Reason to refuse a file before it is uploaded; undefined when it may be an accepted picture. */
export async function refusalBefore(file: File): Promise<string | undefined> {
  // The kind is checked before the size: a smaller TIFF would be refused again.
  const complaint =
    complaintAbout(new Uint8Array(await file.slice(0, 512).arrayBuffer())) ??
    (file.size > pictureLimits.bytes ? "too-large" : undefined);
  return complaint && complaintWords(complaint);
}

/** Pictures to insert into a list, after or before a given one. */
export interface Addition {
  kind: "add";
  paths: string[];
  after?: string;
  before?: string;
}

/**
 * Pictures to add to the list once no upload is under way, in the order in which they were chosen; a retried one goes between its
 * neighbors.
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
