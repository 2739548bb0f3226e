import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon";

interface PageHeadProps {
  title: ReactNode;
  /** Purpose or contents of the page in one or two sentences. */
  children?: ReactNode;
  /** Link to the page above. */
  back?: { to: string; name: string };
  /** Acts on the whole page. */
  acts?: ReactNode;
  /** Rarely used acts; on a phone the page's `PageEnd` shows them instead. */
  seldom?: ReactNode;
}

/** Head of every screen: link to the page above, title, a sentence, and acts at the right. */
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

/** End of a screen on a phone, with the rarely used acts of its head, which would push the list out of view there. */
export const PageEnd = ({ children }: { children: ReactNode }) => <div className="page-end">{children}</div>;
