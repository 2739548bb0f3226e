import { Link, type LinkProps } from "react-router";
import { Ahead } from "./ahead";
import { useNear } from "./use-near";

/** A link to a product's page, which is prefetched when the shopper points at the link. */
export function ProductLink({ to, ...props }: LinkProps & { to: string }) {
  const { isMeant, handlers } = useNear();
  return (
    <>
      <Link to={to} {...props} {...handlers} />
      {isMeant && <Ahead address={to} key={to} />}
    </>
  );
}
