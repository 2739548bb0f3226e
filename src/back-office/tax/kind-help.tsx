import { Link } from "react-router";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";

interface KindHelpProps {
  /** Chosen tax kind; empty if none is chosen yet. */
  kind: string;
  meanings: Partial<Record<TaxKind, string>>;
  /** Whether the member may open the page with the tax rules. */
  mayRead: boolean;
}

/** Question that helps to choose a tax kind, and how the chosen kind is taxed in the states where the shop collects tax. */
export function KindHelp({ kind, meanings, mayRead }: KindHelpProps) {
  const meaning = meanings[kind as TaxKind];
  return (
    <>
      Would somebody wear this when not riding? Then it is clothing or boots. If not, as a helmet, armor or riding
      gloves, it is protective gear.{meaning ? ` ${meaning} ` : " "}
      {mayRead && (
        <Link className="link" to="/settings/tax">
          {meaning ? "See the rules" : "Sales tax"}
        </Link>
      )}
    </>
  );
}
