import type { ReactNode } from "react";

interface SheetProps {
  title: ReactNode;
  children: ReactNode;
  /** True for a dialog that has a table beside its fields. */
  wide?: boolean;
  /** Note on the consequences, a link back, and the button of the act. */
  foot?: ReactNode;
}

/** Dialog as a page of its own, which works without JavaScript: title, content, and the consequences beside the button. */
export const DialogPage = ({ title, children, wide = false, foot }: SheetProps) => (
  <div className={wide ? "dialog dialog--wide" : "dialog"}>
    <div className="dialog__head">
      <h1 className="dialog__title">{title}</h1>
    </div>
    <div className="dialog__body">{children}</div>
    {foot && <div className="dialog__foot">{foot}</div>}
  </div>
);
