import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { PicturesAct } from "./pictures.server";

/** New position of a picture. */
export type PicturePlace = Extract<PicturesAct, { kind: "move" }>["to"];

/** Makes the pictures of a list draggable onto each other; returns a function that removes the listeners. */
export function listenToPictureDrags(
  list: HTMLElement,
  paths: string[],
  onMove: (path: string, to: PicturePlace) => void,
): () => void {
  const stops = paths.flatMap((path) => {
    const element = list.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
    if (!element) return [];
    const mark = (isTarget: boolean) => element.classList.toggle("is-target", isTarget);
    return [
      draggable({ element, getInitialData: () => ({ list, path }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.path !== path,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop({ source }) {
          mark(false);
          const dragged = String(source.data.path);
          onMove(dragged, placeOn(paths, dragged, path));
        },
      }),
    ];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** New position of a dragged picture: that of the picture on which it is dropped. */
function placeOn(paths: string[], dragged: string, target: string): PicturePlace {
  const at = paths.indexOf(target);
  if (paths.indexOf(dragged) > at) return { before: target };
  const next = paths[at + 1];
  return next === undefined ? "last" : { before: next };
}
