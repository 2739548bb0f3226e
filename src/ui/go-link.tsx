import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon } from "./icon";

/** Words with an arrow: one way on. */
export function GoLink({ children, ...props }: Omit<LinkProps, "className">) {
  return (
    <Link className="go" {...props}>
      {children}
      <Icon name="right" />
    </Link>
  );
}

/** The link's face as the button of a form. */
export function GoButton({ children }: { children: ReactNode }) {
  return (
    <button className="go" type="submit">
      {children}
      <Icon name="right" />
    </button>
  );
}

/** The link's face inside something that is a link already. */
export function GoLabel({ children }: { children: ReactNode }) {
  return (
    <span className="go">
      {children}
      <Icon name="right" />
    </span>
  );
}
