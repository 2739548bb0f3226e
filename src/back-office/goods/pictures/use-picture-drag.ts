import { useEffect, useRef, useState } from "react";
import type { PicturePlace } from "./picture-drag";

/** Drag and drop for a list of pictures, besides the buttons that move them. Loads its code when the pointer enters the list. */
export function usePictureDrag(paths: string[], isOn: boolean, onMove: (path: string, to: PicturePlace) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [isTouched, setTouched] = useState(false);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const order = paths.join("\n");

  useEffect(() => {
    if (!isTouched || !isOn) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    async function listen(): Promise<void> {
      const { listenToPictureDrags } = await import("./picture-drag");
      if (!isGone && list.current)
        stop = listenToPictureDrags(list.current, order.split("\n"), (...move) => latest.current(...move));
    }
    void listen();
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isTouched, isOn, order]);

  return { list, touch: () => setTouched(true) };
}
