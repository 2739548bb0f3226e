import { ConflictForm } from "../ui/conflict-form";
import { PageHead } from "../ui/page-head";
import { HiddenForm } from "./hidden-form";
import type { ProductResult } from "./save-product.server";

interface ProductConflictProps {
  id: string;
  name: string;
  result: Extract<ProductResult, { kind: "stale" }>;
}

/** The refused save: what both changed waits for a choice; one button saves the mixture. */
export function ProductConflict({ id, name, result }: ProductConflictProps) {
  const { who, at, contested, settled } = result;
  return (
    <>
      <PageHead title={name || "A product"} back={{ to: `/goods/${id}`, name: name || "The product" }} />
      <ConflictForm
        action={`/goods/${id}`}
        thing="this product"
        who={who}
        at={at}
        contested={contested}
        settled={settled}
      >
        <HiddenForm {...result} />
      </ConflictForm>
    </>
  );
}
