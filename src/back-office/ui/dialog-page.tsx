import type { ReactNode } from "react";

interface SheetProps {
  title: ReactNode;
  children: ReactNode;
  /** Room for a table beside what is typed. */
  wide?: boolean;
  /** Note on the consequences, the way back, and a button that names the act. */
  foot?: ReactNode;
}

/** A question as a page of its own, which needs no script: what it is about, and at its foot the sentence of what will happen. */
export const DialogPage = ({ title, children, wide = false, foot }: SheetProps) => (
  <div className={wide ? "dialog dialog--wide" : "dialog"}>
    <div className="dialog__head">
      <h1 className="dialog__title">{title}</h1>
    </div>
    <div className="dialog__body">{children}</div>
    {foot && <div className="dialog__foot">{foot}</div>}
  </div>
);
