import { useEffect, useRef, useState } from "react";
import { SENT_AT_ONCE } from "./picture-upload";
import { sendPicture } from "./send-picture";
import { additionOf, isUnderWay, refusalBefore, type Sending } from "./upload-list";

let drawn = 0;

/** Sends pictures, a few at a time, and has them added in the order they were chosen. */
export function useUploads(productId: string, add: (addition: NonNullable<ReturnType<typeof additionOf>>) => void) {
  const [files, setFiles] = useState<Sending[]>([]);
  const change = (id: number, changes: Partial<Sending>) =>
    setFiles((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));

  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  useEffect(() => {
    const running = files.filter(({ state }) => state === "sending" || state === "preparing").length;
    for (const next of files.filter(({ state }) => state === "waiting").slice(0, SENT_AT_ONCE - running)) {
      change(next.id, { state: "sending", share: 0 });
      void send(productId, next.file, (changes) => change(next.id, changes));
    }
    const addition = additionOf(files);
    if (!addition) return;
    setFiles((all) => all.map((each) => (each.path ? { ...each, isAdded: true } : each)));
    latest.current(addition);
  }, [files, productId]);

  // A window that is closed cuts what is under way.
  const isSending = files.some(isUnderWay);
  useEffect(() => {
    if (!isSending) return undefined;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", closing);
    return () => window.removeEventListener("beforeunload", closing);
  }, [isSending]);

  return {
    files,
    choose(chosen: Iterable<File>) {
      const added = [...chosen].map((file): Sending => ({ id: (drawn += 1), file, state: "waiting", share: 0 }));
      // What all are done with makes room for the next.
      setFiles((all) => [...all.filter((each) => isUnderWay(each) || each.state === "cut"), ...added]);
    },
    tryAgain: (id: number) => setFiles((all) => all.map((each) => (each.id === id ? again(each) : each))),
    leaveOut: (id: number) => setFiles((all) => all.filter((each) => each.id !== id)),
  };
}

const again = ({ id, file }: Sending): Sending => ({ id, file, state: "waiting", share: 0 });

async function send(productId: string, file: File, say: (changes: Partial<Sending>) => void): Promise<void> {
  const refused = await refusalBefore(file).catch(() => "The file cannot be read. Choose it again.");
  if (refused) return say({ state: "refused", message: refused });
  const sent = await sendPicture(productId, file, (share) => say({ share, ...(share >= 1 && { state: "preparing" }) }));
  if ("path" in sent) say({ state: "ready", share: 1, path: sent.path });
  else if ("refused" in sent) say({ state: "refused", message: sent.refused });
  else say({ state: "cut", message: sent.cut });
}
