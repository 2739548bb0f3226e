import { useEffect, useRef, useState } from "react";
import type { PicturesAct } from "./pictures.server";

type Place = Extract<PicturesAct, { kind: "move" }>["to"];

/**
 * Lets the pictures of a list be put elsewhere in it by dragging them, on top of the buttons that do the same. What it takes is
 * loaded when the list is touched.
 */
export function usePictureDrag(paths: string[], isOn: boolean, onMove: (path: string, to: Place) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [isTouched, setTouched] = useState(false);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  const order = paths.join("\n");

  useEffect(() => {
    if (!isTouched || !isOn) return undefined;
    let isGone = false;
    const stops: (() => void)[] = [];
    async function listen(): Promise<void> {
      const { draggable, dropTargetForElements } = await import("@atlaskit/pragmatic-drag-and-drop/element/adapter");
      for (const path of isGone ? [] : order.split("\n")) {
        const element = list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
        if (!element) continue;
        const mark = (isTarget: boolean) => element.classList.toggle("is-target", isTarget);
        stops.push(
          draggable({ element, getInitialData: () => ({ list: list.current, path }) }),
          dropTargetForElements({
            element,
            canDrop: ({ source }) => source.data.list === list.current && source.data.path !== path,
            onDragEnter: () => mark(true),
            onDragLeave: () => mark(false),
            onDrop({ source }) {
              mark(false);
              const dragged = String(source.data.path);
              latest.current(dragged, placeOn(order.split("\n"), dragged, path));
            },
          }),
        );
      }
    }
    void listen();
    return () => {
      isGone = true;
      for (const stop of stops) stop();
    };
  }, [isTouched, isOn, order]);

  return { list, touch: () => setTouched(true) };
}

/** Dropped on another, a picture takes its place. */
function placeOn(paths: string[], dragged: string, target: string): Place {
  const at = paths.indexOf(target);
  if (paths.indexOf(dragged) > at) return { before: target };
  const next = paths[at + 1];
  return next === undefined ? "last" : { before: next };
}
