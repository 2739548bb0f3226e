import { useEffect, useRef, useState } from "react";
import type { Addition } from "./upload-list";
import type { Uploads } from "./uploads";

type Add = (addition: Addition) => void;

/** The uploads of a list, and what adds those that arrive to it, which the page that shows the list renews. */
interface Opened {
  store: Uploads;
  latest: { current: Add };
}

/** By list, as long as the window: a save draws the page anew, and what was not taken still stands there to be read. */
const opened = new Map<string, Opened>();

/** Sends pictures to one list of a product; what does that is loaded when the first are chosen. */
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
