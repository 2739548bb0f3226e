import { useState } from "react";

/** Item of a row shown in a dialog; while it fades out the last one stays. */
export function useViewer(count: number) {
  const [opened, setOpened] = useState<number | null>(null);
  const [last, setLast] = useState(0);
  if (opened !== null && opened !== last) setLast(opened);
  return {
    index: last,
    isOpen: opened !== null,
    open: (index: number) => setOpened(index),
    close: () => setOpened(null),
    /** Next or previous item, wrapping around. */
    turn: (by: 1 | -1) => setOpened((now) => (now === null ? null : (now + by + count) % count)),
  };
}

export type Viewer = ReturnType<typeof useViewer>;
