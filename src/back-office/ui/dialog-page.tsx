import type { ReactNode } from "react";

interface SheetProps {
  title: ReactNode;
  children: ReactNode;
  /** Wide enough for a table beside the fields. */
  wide?: boolean;
  /** Note on the consequences, the link back, and the button of the act. */
  foot?: ReactNode;
}

/** A dialog as a page of its own, which needs no script: its subject, and the consequence beside the button. */
export const DialogPage = ({ title, children, wide = false, foot }: SheetProps) => (
  <div className={wide ? "dialog dialog--wide" : "dialog"}>
    <div className="dialog__head">
      <h1 className="dialog__title">{title}</h1>
    </div>
    <div className="dialog__body">{children}</div>
    {foot && <div className="dialog__foot">{foot}</div>}
  </div>
);
