import { Link } from "react-router";
import { printAddress } from "../print/print-address";

/** Links that print the slip and the label of an order's next box. */
export const PrintLinks = ({ number }: { number: string }) => (
  <>
    <Link className="link" to={printAddress(["slip"], [number])}>
      Print slip
    </Link>
    <Link className="link" to={printAddress(["label"], [number])}>
      Print label
    </Link>
  </>
);
