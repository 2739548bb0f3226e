import { PUBLISH_NEEDS } from "~/shop/catalog/editing/publish-needs";
import type { ProductScreen } from "./product-screen.server";
import { needPlaces } from "./status-words";
import { counted, listed } from "../count-words";

/** List of missing fields without which a product cannot be published, each a link to its field. */
export function Missing({ screen: { status, missing } }: { screen: ProductScreen }) {
  if (status === "published") return null;
  const there = PUBLISH_NEEDS.filter((need) => !missing.includes(need)).map((need) => needPlaces[need].name);
  return (
    <section className="missing" id="missing">
      <h2>Not on the shop yet</h2>
      <p className="dust small missing__count">
        {missing.length === 0
          ? "Nothing is missing."
          : `${counted(missing.length, "thing")} ${missing.length === 1 ? "is" : "are"} missing.`}
      </p>
      <ul>
        {missing.map((need) => (
          <li key={need}>
            <a href={`#${needPlaces[need].field}`}>{needPlaces[need].name}</a>
          </li>
        ))}
        {there.length > 0 && (
          <li className="missing__there">{listed(there.map((name, i) => (i ? name.toLowerCase() : name)))}</li>
        )}
      </ul>
    </section>
  );
}
