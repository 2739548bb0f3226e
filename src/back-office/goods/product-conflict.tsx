import { Form } from "react-router";
import { Button, ButtonLink } from "../ui/button";
import { Conflict } from "../ui/conflict";
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
      <Form method="post" action={`/goods/${id}`}>
        <HiddenForm {...result} />
        <Conflict thing="this product" who={who} at={at} contested={contested} settled={settled} />
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">
            What is left out stays in &quot;What changed&quot; and can be taken back from there.
          </p>
          <ButtonLink look="bare" to={`/goods/${id}`}>
            Back to the form
          </ButtonLink>
          <Button look="main" fit>
            Save this
          </Button>
        </div>
      </Form>
    </>
  );
}
