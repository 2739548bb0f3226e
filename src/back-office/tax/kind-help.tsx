import { Link } from "react-router";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";

interface KindHelpProps {
  /** Chosen kind; empty while none is. */
  kind: string;
  meanings: Partial<Record<TaxKind, string>>;
  /** Whether the member may open the rules. */
  mayRead: boolean;
}

/** Question that tells kinds of goods apart, and the meaning of the chosen one where tax is collected. */
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
