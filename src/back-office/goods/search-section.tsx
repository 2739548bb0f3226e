import { Fold } from "../ui/section";
import { TypedControl } from "./typed-control";
import { typedIn } from "./product-controls";
import { useIsTouched } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";

const FIELDS = typedIn("search");

/** Section with a product's title and text for search engines. */
export function SearchSection({ screen }: { screen: ProductScreen }) {
  return (
    <Fold title="In search results" note="Empty, as the name and the words say" isOpen={useIsTouched(FIELDS)}>
      <div className="stack" id="search">
        {FIELDS.map((name) => (
          <TypedControl key={name} name={name} placeholder={name === "searchTitle" ? screen.name : undefined} />
        ))}
      </div>
    </Fold>
  );
}
