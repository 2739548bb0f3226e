import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";

/** New position of an item of a list. */
export type ItemPlace = "last" | { before: string };

/**
 * Makes the items of a list draggable onto each other, found by their attribute `data-item`; returns a function that removes the
 * listeners.
 */
export function listenToDrags(
  list: HTMLElement,
  items: string[],
  onMove: (item: string, to: ItemPlace) => void,
): () => void {
  const stops = items.flatMap((item) => {
    const element = list.querySelector<HTMLElement>(`[data-item="${CSS.escape(item)}"]`);
    if (!element) return [];
    const mark = (isTarget: boolean) => element.classList.toggle("is-target", isTarget);
    return [
      draggable({ element, getInitialData: () => ({ list, item }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.item !== item,
        onDragEnter: () => mark(true),
        onDragLeave: () => mark(false),
        onDrop({ source }) {
          mark(false);
          const dragged = String(source.data.item);
          onMove(dragged, placeOn(items, dragged, item));
        },
      }),
    ];
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** New position of a dragged item: that of the item on which it is dropped. */
function placeOn(items: string[], dragged: string, target: string): ItemPlace {
  const at = items.indexOf(target);
  if (items.indexOf(dragged) > at) return { before: target };
  const next = items[at + 1];
  return next === undefined ? "last" : { before: next };
}
