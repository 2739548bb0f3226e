import { useEffect, useRef, useState } from "react";
import type { ItemPlace } from "./list-drag";

/**
 * Drag and drop for a list, besides the buttons that move its items. An item has its name in the attribute `data-item`, and the
 * class `is-target` while another one is held over it. Returns what the list calls for
 * `onPointerOver`, which loads the code: to enter the list is not enough, because the pointer may rest in it while the page loads.
 */
export function useListDrag(
  list: { readonly current: HTMLElement | null },
  items: string[],
  { isOn, onMove }: { isOn: boolean; onMove(item: string, to: ItemPlace): void },
): () => void {
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
  }, [list, isTouched, isOn, order]);

  return () => setTouched(true);
}
