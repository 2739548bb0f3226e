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
}

/** The head of every screen: where it hangs from, its name, a sentence, and its acts at the right. */
export function PageHead({ title, children, back, acts }: PageHeadProps) {
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
      {acts && <div className="head__acts">{acts}</div>}
    </header>
  );
}
