import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { Icon } from "./icon";

interface DialogProps {
  title: string;
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Element to focus on opening. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Class of a dialog whose content brings its own heading and close button; `title` is then only read aloud. */
  bare?: string;
  children: ReactNode;
}

/** A dialog over the page that opened it (as a page: DialogPage): holds focus and scroll; Escape or the veil closes it. */
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
