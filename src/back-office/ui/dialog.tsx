import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** What gets the focus on opening. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A class of its own for what is in it, with a heading and a way out that it brings itself. */
  bare?: string;
  children: ReactNode;
}

/** The same over the page it was opened from: holds focus and scroll, closed by Escape or the veil, gives the focus back. */
export function Dialog({ title, open, onOpenChange, initialFocus, bare, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => onOpenChange(isOpen)}>
      <Base.Portal>
        <Base.Backdrop className="veil" />
        <Base.Viewport className="dialog-view">
          <Base.Popup className={bare ? `dialog ${bare}` : "dialog"} initialFocus={initialFocus}>
            {bare ? (
              <Base.Title className="vh">{title}</Base.Title>
            ) : (
              <div className="dialog__head">
                <Base.Title className="dialog__title">{title}</Base.Title>
                <Base.Close className="close" aria-label="Close">
                  <Icon name="close" />
                </Base.Close>
              </div>
            )}
            {bare ? children : <div className="dialog__body">{children}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
