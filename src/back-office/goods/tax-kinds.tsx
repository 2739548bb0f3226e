import { taxKinds } from "./tax-kind-words";

/** Options of a select field for the tax kind. */
export const TaxKinds = () =>
  Object.entries(taxKinds).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
