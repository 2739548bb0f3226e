import { taxKinds } from "./tax-kind-texts";

/** The kinds for tax as options of a list. */
export const TaxKinds = () =>
  Object.entries(taxKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
