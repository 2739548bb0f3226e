import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { Line } from "./bag";
import { nameOf } from "./availability";
import { useBag } from "./bag-provider";
import { bagStore } from "./bag-store";
import { textOfKey } from "./card-facts";
import { putBack } from "./put-back";

export interface RemovedLineAccess {
  takeOut: (line: Line) => void;
  /** Row in place of the line that was removed from this place; null at other places. */
  rowAt: (place: number) => ReactNode;
}

/** The line that was removed last from the list, until it is put back or the page is left. */
export function useRemovedLine(list: RefObject<HTMLUListElement | null>): RemovedLineAccess {
  const { bag, remove } = useBag();
  const [removed, setRemoved] = useState<{ line: Line; place: number }>();
  const [restored, setRestored] = useState<number>();
  // The button that was pressed is gone: the line that is back takes the focus.
  useEffect(() => {
    if (restored !== undefined) list.current?.children[restored]?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [list, restored]);
  const undo = ({ line, place }: { line: Line; place: number }) => {
    bagStore.change((now) => putBack(now, line, place));
    setRemoved(undefined);
    setRestored(Math.min(place, bag.length));
  };
  return {
    takeOut(line) {
      setRemoved({ line, place: bag.indexOf(line) });
      setRestored(undefined);
      remove(line);
    },
    rowAt: (place) =>
      removed && Math.min(removed.place, bag.length) === place ? (
        <RemovedLine key={textOfKey(removed.line)} line={removed.line} onUndo={() => undo(removed)} />
      ) : null,
  };
}

interface RemovedLineProps {
  line: Line;
  onUndo: () => void;
}

const focused = (row: HTMLElement | null) => row?.focus({ preventScroll: true });

/** Row in place of a removed line, with a button that puts the line back. It takes the focus of the removed button, and so is read. */
function RemovedLine({ line, onUndo }: RemovedLineProps) {
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
