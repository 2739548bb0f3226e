import { useEffect, useRef, useState } from "react";
import type { Addition } from "./upload-list";
import type { Uploads } from "./uploads";

type Add = (addition: Addition) => void;

/** Uploads of a list, and the current callback that adds uploaded pictures. */
interface Opened {
  store: Uploads;
  latest: { current: Add };
}

/** Uploads by list, kept until the window is closed: saving mounts the page again, and refusals must stay visible. */
const opened = new Map<string, Opened>();

/** Uploads to one list, such as the pictures of a color, by an address. Loads the upload code when the first files are chosen. */
export function useUploads(list: string, address: string, add: Add) {
  const [store, setStore] = useState(() => opened.get(list)?.store);
  const [isMissing, setMissing] = useState(false);
  const loading = useRef<Promise<Uploads>>(undefined);
  useEffect(() => {
    const known = opened.get(list);
    if (known) known.latest.current = add;
  });
  async function load(): Promise<Uploads> {
    const [{ askBeforeClosing, uploads }, { sendPicture }] = await Promise.all([
      import("./uploads"),
      import("./send-picture"),
    ]);
    const known = opened.get(list);
    if (known) {
      setStore(known.store);
      return known.store;
    }
    const latest = { current: add };
    const made = uploads({
      send: (file, onShare) => sendPicture(address, file, onShare),
      add: (addition) => latest.current(addition),
    });
    askBeforeClosing(made);
    opened.set(list, { store: made, latest });
    setStore(made);
    return made;
  }
  return {
    store,
    /** Whether the upload code failed to load. */
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
