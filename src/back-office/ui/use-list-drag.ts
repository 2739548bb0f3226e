import { useEffect, useRef, useState } from "react";

/** New position of an item of a list. */
export type ItemPlace = "last" | { before: string };

/**
 * Drag and drop for a list, besides the buttons that move its items. An item has its name in the attribute `data-item`, and the
 * class `is-target` while another one is held over it. Loads its code when the pointer enters the list.
 */
export function useListDrag(items: string[], isOn: boolean, onMove: (item: string, to: ItemPlace) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [isTouched, setTouched] = useState(false);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const order = items.join("\n");

  useEffect(() => {
    if (!isTouched || !isOn) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    async function listen(): Promise<void> {
      const { listenToDrags } = await import("./list-drag");
      if (!isGone && list.current)
        stop = listenToDrags(list.current, order.split("\n"), (...move) => latest.current(...move));
    }
    void listen();
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isTouched, isOn, order]);

  return { list, touch: () => setTouched(true) };
}
