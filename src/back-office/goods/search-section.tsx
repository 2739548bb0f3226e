import { Field, TextField } from "../ui/field";
import { Fold } from "../ui/section";
import { useIsTouched, useProductField } from "./product-fields-context";
import type { ProductScreen } from "./product-screen.server";

/** Section with a product's title and text for search engines. */
export function SearchSection({ screen }: { screen: ProductScreen }) {
  const isTouched = useIsTouched(["searchTitle", "searchWords"]);
  return (
    <Fold title="In search results" note="Empty, as the name and the words say" isOpen={isTouched}>
      <div className="stack" id="search">
        <Field label="Title" placeholder={screen.name} {...useProductField("searchTitle", "goods.words")} />
        <TextField label="Words under it" rows={2} {...useProductField("searchWords", "goods.words")} />
      </div>
    </Fold>
  );
}
