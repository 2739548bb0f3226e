import { useEffect, useRef, useState } from "react";
import type { Addition } from "./upload-list";
import type { Uploads } from "./uploads";

/** Sends pictures to one list of a product; what does that is loaded when the first are chosen. */
export function useUploads(productId: string, add: (addition: Addition) => void) {
  const [store, setStore] = useState<Uploads>();
  const [isMissing, setMissing] = useState(false);
  const loading = useRef<Promise<Uploads>>(undefined);
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  async function load(): Promise<Uploads> {
    const [{ uploads }, { sendPicture }] = await Promise.all([import("./uploads"), import("./send-picture")]);
    const made = uploads({
      send: (file, onShare) => sendPicture(productId, file, onShare),
      add: (addition) => latest.current(addition),
    });
    setStore(made);
    return made;
  }
  return {
    store,
    /** True where the module that sends pictures could not be loaded. */
    isMissing,
    choose(files: File[]): void {
      setMissing(false);
      loading.current ??= load();
      loading.current
        .then((made) => made.choose(files))
        .catch(() => {
          loading.current = undefined;
          setMissing(true);
        });
    },
  };
}
