import { Form } from "react-router";
import { shownColor, shownSize } from "~/shop/catalog/product";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PageHead } from "../ui/page-head";
import { counted, listed } from "../count-texts";
import { HiddenForm } from "./hidden-form";
import type { ProductResult } from "./save-product.server";

interface ProductSureProps {
  id: string;
  name: string;
  result: Extract<ProductResult, { kind: "sure" }>;
}

/** Asks before sizes and colors are taken off the shop that somebody bought, or of which pieces are left. */
export function ProductSure({ id, name, result }: ProductSureProps) {
  const { going } = result;
  const what = listed(going.map(({ color, sizes }) => pairWords(color, sizes)));
  return (
    <>
      <PageHead title={name} back={{ to: `/goods/${id}`, name }} />
      <Form method="post" action={`/goods/${id}`}>
        <HiddenForm {...result} />
        <input type="hidden" name="sure" value="yes" />
        <DialogPage
          title={`Remove ${what}?`}
          foot={
            <>
              <p>Nothing has been saved yet. It can be undone afterwards.</p>
              <ButtonLink look="bare" to={`/goods/${id}`}>
                Back to the form
              </ButtonLink>
              <Button look="main" fit>
                Remove {what}
              </Button>
            </>
          }
        >
          <ul className="stack">
            {going.map(({ color, sizes, orders, left }) => (
              <li key={color}>
                <b>{pairWords(color, sizes)}</b>:{" "}
                {listed([
                  ...(orders > 0 ? [`in ${counted(orders, "order")}`] : []),
                  ...(left > 0 ? [`${counted(left, "piece")} left`] : []),
                ])}
                .
              </li>
            ))}
          </ul>
          <p>
            Orders keep its words, and its pieces stay in the ledger of the stock. It is not sold any more until you add
            it again.
          </p>
        </DialogPage>
      </Form>
    </>
  );
}

/** "Sand" where no size is left out of its name, "Sand in M and L". */
const pairWords = (color: string, sizes: string[]): string => {
  const shown = sizes.map(shownSize).filter((size) => size !== "Default");
  const name = shownColor(color);
  if (shown.length === 0) return name;
  return name === "Default" ? listed(shown) : `${name} in ${listed(shown)}`;
};
