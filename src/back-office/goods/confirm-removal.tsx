import { namedColor, namedSize } from "~/shop/catalog/product";
import type { SoldVariants } from "~/shop/orders/sold-variants.server";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PageHead } from "../ui/page-head";
import { counted, listed } from "../count-words";
import type { ProductScreen } from "./product-screen.server";

interface ConfirmRemovalProps {
  screen: ProductScreen;
  going: SoldVariants[];
  /** All sent fields, which the confirmation sends again. */
  typed: Record<string, string>;
}

/** Asks before sizes or colors are removed that were bought or still have stock. */
export function ConfirmRemoval({ screen: { id, name, form }, going, typed }: ConfirmRemovalProps) {
  const what = listed(going.map(({ color, sizes }) => variantWords(color, sizes)));
  const { submission: _, versions, ...fields } = typed;
  return (
    <>
      <PageHead title={name} back={{ to: `/goods/${id}`, name }} />
      <WorkshopForm action={`/goods/${id}`} submission={form.submission} opened={{ versions: versions ?? "" }}>
        {({ isSending }) => (
          <>
            {Object.entries({ ...fields, sure: "yes" }).map(([field, value]) => (
              <input key={field} type="hidden" name={field} value={value} />
            ))}
            <DialogPage
              title={`Remove ${what}?`}
              foot={
                <>
                  <p>Nothing has been saved yet. It can be undone afterwards.</p>
                  <ButtonLink look="bare" to={`/goods/${id}`}>
                    Back to the form
                  </ButtonLink>
                  <Button look="main" fit busy={isSending}>
                    Remove {what}
                  </Button>
                </>
              }
            >
              <ul className="stack">
                {going.map(({ color, sizes, orders, left }) => (
                  <li key={color}>
                    <b>{variantWords(color, sizes)}</b>:{" "}
                    {listed([
                      ...(orders > 0 ? [`in ${counted(orders, "order")}`] : []),
                      ...(left > 0 ? [`${counted(left, "piece")} left`] : []),
                    ])}
                    .
                  </li>
                ))}
              </ul>
              <p>
                Orders keep its words, and its pieces stay in the ledger of the stock. It is not sold any more until you
                add it again.
              </p>
            </DialogPage>
          </>
        )}
      </WorkshopForm>
    </>
  );
}

/** Describes removed variants of a color: "Sand" if all sizes are removed, otherwise "Sand in M and L". */
const variantWords = (color: string, sizes: string[]): string =>
  [namedColor(color), listed(sizes.map(namedSize).filter((size) => size !== ""))].filter(Boolean).join(" in ") ||
  "Its one size";
