import { useEffect, useState, useSyncExternalStore } from "react";
import { sendPicture } from "./send-picture";
import { type Addition, isUnderWay } from "./upload-list";
import { NO_FILES, uploads } from "./uploads";

/** The pictures that are on their way to one list of a product. */
export function useUploads(productId: string, add: (addition: Addition) => void) {
  const [store] = useState(uploads);
  useEffect(() => store.by({ send: (file, onShare) => sendPicture(productId, file, onShare), add }));
  const files = useSyncExternalStore(store.subscribe, store.files, () => NO_FILES);

  // A window that is closed cuts what is under way.
  const isSending = files.some(isUnderWay);
  useEffect(() => {
    if (!isSending) return undefined;
    const closing = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", closing);
    return () => window.removeEventListener("beforeunload", closing);
  }, [isSending]);
  return { ...store, files };
}
