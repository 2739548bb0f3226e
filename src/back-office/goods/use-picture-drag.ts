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
  const latest = useRef({ paths, onMove });
  useEffect(() => {
    latest.current = { paths, onMove };
  });
  const order = paths.join("\n");

  useEffect(() => {
    if (!isTouched || !isOn) return undefined;
    let isGone = false;
    let stop: (() => void) | undefined;
    void import("@atlaskit/pragmatic-drag-and-drop/element/adapter").then(({ draggable, dropTargetForElements }) => {
      if (isGone) return;
      const tiles = [...(list.current?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
      const stops = tiles.flatMap((element) => {
        const path = element.dataset.path ?? "";
        return [
          draggable({ element, getInitialData: () => ({ list: list.current, path }) }),
          dropTargetForElements({
            element,
            canDrop: ({ source }) => source.data.list === list.current && source.data.path !== path,
            onDragEnter: () => element.classList.add("is-target"),
            onDragLeave: () => element.classList.remove("is-target"),
            onDrop({ source }) {
              element.classList.remove("is-target");
              const { paths: now, onMove: move } = latest.current;
              const dragged = String(source.data.path);
              move(dragged, placeOn(now, dragged, path));
            },
          }),
        ];
      });
      stop = () => stops.forEach((each) => each());
    });
    return () => {
      isGone = true;
      stop?.();
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
