import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Element that gets the focus when the dialog opens. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Class of a dialog whose content has its own heading and close button; `title` is then only for screen readers. */
  bare?: string;
  children: ReactNode;
}

/**
 * Dialog over the page that opened it. It keeps the focus and stops the page from scrolling; Escape or a click beside it closes
 * it.
 */
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
