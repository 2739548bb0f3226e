import { complaintAbout, complaintWords } from "~/platform/picture-intake";
import { pictureLimits } from "~/platform/picture-limits";

/** A file in the list of uploads. */
export interface Sending {
  id: number;
  file: File;
  /** State of the upload: `cut` (interrupted) can be retried, `refused` cannot. */
  state: "waiting" | "sending" | "preparing" | "ready" | "refused" | "cut";
  /** Uploaded share, from 0 to 1. */
  share: number;
  /** Reason of a refusal or an interruption. */
  message?: string;
  /** Path of the stored picture after the upload. */
  path?: string;
  /** Whether the picture was added to the product's list. */
  isAdded?: true;
}

export const isUnderWay = ({ state }: Sending): boolean => ["waiting", "sending", "preparing"].includes(state);

/** Reason to refuse a file before its upload; undefined if the server might accept it. */
export async function refusalBefore(file: File): Promise<string | undefined> {
  // Checks the type before the size: a member who makes a TIFF smaller would be refused again.
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
 * Pictures to add to the list when no upload is running, in the order in which they were chosen. A retried picture is added
 * between its neighbors in that order.
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
