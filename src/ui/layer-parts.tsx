import { Dialog as Base } from "@base-ui/react/dialog";
import { useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { ClosesElsewhere, leavesPage } from "./leaving";
import { focusableHeading, pageOf } from "./use-page-focus";

export interface LayerPartsProps {
  isOpen: boolean;
  change: (open: boolean) => void;
  initialFocus: RefObject<HTMLElement | null> | undefined;
  /** Returns the element to focus after closing; undefined for the previously focused element. */
  finalFocus: (() => HTMLElement | null) | undefined;
  /** Called if the layer's code cannot be loaded. */
  onMissing: () => void;
  titleId: string;
  veil: string;
  view: string;
  face: string;
  children: ReactNode;
}

/**
 * Lazily loaded part of a layer: traps the focus, prevents the page from scrolling, and closes on Escape or a click on the veil.
 */
export function LayerParts(props: LayerPartsProps) {
  const { isOpen, change, initialFocus, finalFocus, titleId, veil, view, face, children } = props;
  // Opens after mounting, because a layer that is mounted open is not animated.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    let isGone = false;
    queueMicrotask(() => !isGone && setMounted(true));
    return () => void (isGone = true);
  }, []);
  const close = () => change(false);
  const openedOn = useRef("");
  useEffect(() => {
    if (isOpen) openedOn.current = pageOf(window.location);
  }, [isOpen]);
  /** On another page, as after a search, the focus goes to its heading, in place of the button that opened the layer. */
  const next = () => {
    const isElsewhere = openedOn.current !== pageOf(window.location);
    return (isElsewhere ? focusableHeading() : finalFocus?.()) ?? true;
  };
  return (
    <Base.Root open={isOpen && isMounted} onOpenChange={(open) => change(open)}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Viewport className={view}>
          <Base.Popup
            className={face}
            aria-labelledby={titleId}
            initialFocus={initialFocus}
            finalFocus={next}
            onClick={(event) => leavesPage(event) && close()}
          >
            <ClosesElsewhere close={close} />
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
