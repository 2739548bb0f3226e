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
