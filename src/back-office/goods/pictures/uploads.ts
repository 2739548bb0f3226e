import { uploadLimits } from "./upload-limits";
import type { Sent } from "./send-picture";
import { type Addition, additionOf, isUnderWay, refusalBefore, type Sending } from "./upload-list";

interface Door {
  /** Sends one file, and reports the uploaded share to `onShare`, from 0 to 1. */
  send(file: File, onShare: (share: number) => void): Promise<Sent>;
  /** Adds uploaded pictures to the list. */
  add(addition: Addition): void;
}

/** Uploads pictures, a few at a time, and adds them in the order in which they were chosen. Components subscribe to its store. */
export function uploads(door: Door) {
  let files: readonly Sending[] = [];
  let drawn = 0;
  const listeners = new Set<() => void>();

  function become(next: readonly Sending[]): void {
    files = next;
    const running = files.filter(({ state }) => state === "sending" || state === "preparing").length;
    const begun = files.filter(({ state }) => state === "waiting").slice(0, uploadLimits.atOnce - running);
    files = files.map((each) => (begun.includes(each) ? { ...each, state: "sending" as const } : each));
    for (const { id, file } of begun) void send(id, file);
    const addition = additionOf(files);
    if (addition) {
      files = files.map((each) => (each.path === undefined ? each : { ...each, isAdded: true as const }));
      door.add(addition);
    }
    for (const listener of listeners) listener();
  }
  const change = (id: number, changes: Partial<Sending>): void =>
    become(files.map((each) => (each.id === id ? { ...each, ...changes } : each)));

  async function send(id: number, file: File): Promise<void> {
    const refused = await refusalBefore(file).catch(() => "The file cannot be read. Choose it again.");
    if (refused) return change(id, { state: "refused", message: refused });
    const share = (sent: number) => change(id, { share: sent, ...(sent >= 1 && { state: "preparing" }) });
    const sent = await door.send(file, share);
    if ("path" in sent) change(id, { state: "ready", share: 1, path: sent.path });
    else if ("refused" in sent) change(id, { state: "refused", message: sent.refused });
    else change(id, { state: "cut", message: sent.cut });
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    files: (): readonly Sending[] => files,
    choose(chosen: Iterable<File>): void {
      const added = Array.from(chosen, (file): Sending => ({ id: (drawn += 1), file, state: "waiting", share: 0 }));
      // Removes added files from the list; refused files stay until a member dismisses them.
      become([...files.filter(({ isAdded }) => !isAdded), ...added]);
    },
    tryAgain: (id: number): void =>
      become(files.map((each) => (each.id === id ? { id, file: each.file, state: "waiting", share: 0 } : each))),
    leaveOut: (id: number): void => become(files.filter((each) => each.id !== id)),
  };
}

/** Asks before the window is closed while pictures are on their way, on whichever page: closing it cancels them. */
export function askBeforeClosing({ subscribe, files }: Uploads): void {
  const closing = (event: BeforeUnloadEvent) => event.preventDefault();
  subscribe(() => {
    if (files().some(isUnderWay)) window.addEventListener("beforeunload", closing);
    else window.removeEventListener("beforeunload", closing);
  });
}

export type Uploads = ReturnType<typeof uploads>;

/** Empty list of uploads, used for rendering on the server. */
export const NO_FILES: readonly Sending[] = [];
