import { useState } from "react";

/** State of a dialog that shows one item of a row. While the dialog fades out, the last item stays. */
export function useViewer(count: number) {
  const [opened, setOpened] = useState<number | null>(null);
  const [last, setLast] = useState(0);
  if (opened !== null && opened !== last) setLast(opened);
  return {
    index: last,
    isOpen: opened !== null,
    open: (index: number) => setOpened(index),
    close: () => setOpened(null),
    /** Shows the next or previous item, wrapping around. */
    turn: (by: 1 | -1) => setOpened((now) => (now === null ? null : (now + by + count) % count)),
  };
}

export type Viewer = ReturnType<typeof useViewer>;
