import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./icon";

interface PageHeadProps {
  title: ReactNode;
  /** Purpose of the page, or what it shows now, in one or two sentences. */
  children?: ReactNode;
  /** Where the page hangs from. */
  back?: { to: string; name: string };
  /** Actions for the whole of it. */
  acts?: ReactNode;
  /** Seldom acts with the whole of it; on a phone the page's `PageEnd` shows it in place of the head. */
  seldom?: ReactNode;
}

/** The head of every screen: where it hangs from, its name, a sentence, and its acts at the right. */
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

/** The end of a screen on a phone: the seldom acts of its head, which would push its list out of sight. */
export const PageEnd = ({ children }: { children: ReactNode }) => <div className="page-end">{children}</div>;
