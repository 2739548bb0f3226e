import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { nameOf } from "./availability";
import type { Line } from "./bag";

interface RemovedLineProps {
  line: Line;
  onUndo: () => void;
}

const focused = (row: HTMLElement | null) => row?.focus({ preventScroll: true });

/** Row in place of a removed line, with a button that puts the line back. It takes the focus of the removed button, and so is read. */
export function RemovedLine({ line, onUndo }: RemovedLineProps) {
  const words = `${nameOf(line)} was removed from the bag.`;
  return (
    <div className="notice" role="group" aria-label={words} tabIndex={-1} ref={focused}>
      <Icon name="alert" />
      <span>{words}</span>
      <Button look="quiet" onClick={onUndo}>
        Undo
      </Button>
    </div>
  );
}
