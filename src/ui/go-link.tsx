import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { Icon } from "./icon";

/** A link with an arrow. */
export function GoLink({ children, ...props }: Omit<LinkProps, "className">) {
  return (
    <Link className="go" {...props}>
      {children}
      <Icon name="right" />
    </Link>
  );
}

/** Button of a form, styled like `GoLink`. */
export function GoButton({ children }: { children: ReactNode }) {
  return (
    <button className="go" type="submit">
      {children}
      <Icon name="right" />
    </button>
  );
}

/** Text inside another link, styled like `GoLink`. */
export function GoLabel({ children }: { children: ReactNode }) {
  return (
    <span className="go">
      {children}
      <Icon name="right" />
    </span>
  );
}
