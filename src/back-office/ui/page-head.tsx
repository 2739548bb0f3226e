import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon";

interface PageHeadProps {
  title: ReactNode;
  /** Description of the page in one or two sentences. */
  children?: ReactNode;
  /** Link to the parent page. */
  back?: { to: string; name: string };
  /** Buttons for acts on the whole page. */
  acts?: ReactNode;
  /** Buttons for rarely used acts; on a phone they are shown by `PageEnd` at the end of the page. */
  seldom?: ReactNode;
}

/** Head of every screen: link to the parent page, title, description, and buttons at the right. */
export function PageHead({ title, children, back, acts, seldom }: PageHeadProps) {
  return (
    <header className="head">
      <div className="head__main">
        {back && (
          <Link className="crumb" to={back.to}>
            <Icon name="left" size="small" />
            {back.name}
          </Link>
        )}
        <h1>{title}</h1>
        {children && <p className="head__sub">{children}</p>}
      </div>
      {(acts || seldom) && (
        <div className="head__acts">
          {seldom && <div className="head__seldom">{seldom}</div>}
          {acts}
        </div>
      )}
    </header>
  );
}

/** End of a screen on a phone, with the rarely used acts: in the head they would push the list out of view. */
export const PageEnd = ({ children }: { children: ReactNode }) => <div className="page-end">{children}</div>;
