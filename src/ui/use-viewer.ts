import { useState } from "react";

/** Which item of a row a dialog shows large. While the dialog fades out it goes on showing the last one. */
export function useViewer(count: number) {
  const [opened, setOpened] = useState<number | null>(null);
  const [last, setLast] = useState(0);
  if (opened !== null && opened !== last) setLast(opened);
  return {
    index: last,
    isOpen: opened !== null,
    open: (index: number) => setOpened(index),
    close: () => setOpened(null),
    /** To the next or the previous one, around at either end. */
    turn: (by: 1 | -1) => setOpened((now) => (now === null ? null : (now + by + count) % count)),
  };
}

export type Viewer = ReturnType<typeof useViewer>;
