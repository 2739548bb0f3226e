import { useEffect, useRef, useState } from "react";
import type { Addition } from "./upload-list";
import type { Uploads } from "./uploads";

type Add = (addition: Addition) => void;

/** Uploads of a list, and the current callback that adds finished ones. */
interface Opened {
  store: Uploads;
  latest: { current: Add };
}

/** Kept by list as long as the window: saving renders the page anew, and refusals must stay readable. */
const opened = new Map<string, Opened>();

/** Uploads to one list of a product; the code is loaded with the first chosen files. */
export function useUploads(productId: string, color: string, add: Add) {
  const list = `${productId}\n${color}`;
  const [store, setStore] = useState(() => opened.get(list)?.store);
  const [isMissing, setMissing] = useState(false);
  const loading = useRef<Promise<Uploads>>(undefined);
  useEffect(() => {
    const known = opened.get(list);
    if (known) known.latest.current = add;
  });
  async function load(): Promise<Uploads> {
    const [{ uploads }, { sendPicture }] = await Promise.all([import("./uploads"), import("./send-picture")]);
    const known = opened.get(list);
    if (known) {
      setStore(known.store);
      return known.store;
    }
    const latest = { current: add };
    const made = uploads({
      send: (file, onShare) => sendPicture(productId, file, onShare),
      add: (addition) => latest.current(addition),
    });
    opened.set(list, { store: made, latest });
    setStore(made);
    return made;
  }
  return {
    store,
    /** True where the upload code could not be loaded. */
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
