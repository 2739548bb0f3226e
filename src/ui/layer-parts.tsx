import { Dialog as Base } from "@base-ui/react/dialog";
import { useEffect, useState, type ReactNode, type RefObject } from "react";
import { ClosesElsewhere, leavesPage } from "./leaving";

export interface LayerPartsProps {
  isOpen: boolean;
  change: (open: boolean) => void;
  initialFocus: RefObject<HTMLElement | null> | undefined;
  /** Element to focus on closing; default: the previously focused one. */
  finalFocus: (() => HTMLElement | null) | undefined;
  /** Called if the code of the layer could not be loaded. */
  onMissing: () => void;
  titleId: string;
  veil: string;
  view: string;
  face: string;
  children: ReactNode;
}

/** Lazy part of a layer: traps focus, stops the page's scroll, handles Escape and the veil. */
export function LayerParts(props: LayerPartsProps) {
  const { isOpen, change, initialFocus, finalFocus, titleId, veil, view, face, children } = props;
  // Opened after mounting, so that it animates; a layer mounted open does not.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => {
    let isGone = false;
    queueMicrotask(() => !isGone && setMounted(true));
    return () => void (isGone = true);
  }, []);
  const close = () => change(false);
  return (
    <Base.Root open={isOpen && isMounted} onOpenChange={(open) => change(open)}>
      <Base.Portal>
        <Base.Backdrop className={veil} />
        <Base.Viewport className={view}>
          <Base.Popup
            className={face}
            aria-labelledby={titleId}
            initialFocus={initialFocus}
            finalFocus={finalFocus}
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
