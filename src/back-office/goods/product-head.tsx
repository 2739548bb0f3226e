import { Link } from "react-router";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import type { PublishNeed } from "~/shop/catalog/editing/publish-needs";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import type { ProductScreen } from "./product-screen.server";
import { PUBLISH, variantFieldName } from "./product-controls";
import { FORM } from "./product-fields-context";
import { needPlaces, statusWords } from "./status-words";

interface ProductHeadProps {
  screen: ProductScreen;
  typed: Record<string, string | undefined>;
  isSending: boolean;
}

/** Head of a product's page: status, last save, and the button for the next step, such as publishing. */
export function ProductHead({ screen, typed, isSending }: ProductHeadProps) {
  const { id, name, status, saved, plans, categories, form, missing, rights } = screen;
  const { name: words, sign } = statusWords[status];
  const category = categories.find((each) => each.id === form.base.categoryId)?.name;
  // Typed values count as present, because publishing saves them too.
  const isTyped = (need: PublishNeed) =>
    Boolean(typed[needPlaces[need].field]) || (need === "price" && isPricedByVariants(screen.variants, typed));
  const isReady = missing.every(isTyped);
  return (
    <PageHead
      title={name || "A product without a name"}
      back={{ to: "/goods", name: "Goods" }}
      acts={
        <>
          {status === "published" ? (
            <a className="btn" href={screen.publicAddress}>
              See it on the shop
            </a>
          ) : (
            <a className="btn" href={`/back-office/goods/${id}/preview`}>
              See how it looks
            </a>
          )}
          {status !== "published" && id !== GIFT_CARD_ID && rights.includes("goods.change") && (
            <Button
              form={FORM}
              name={PUBLISH}
              value="yes"
              busy={isSending}
              {...(!isReady && { type: "button", "aria-disabled": true, "aria-describedby": "missing" })}
            >
              Put on the shop
            </Button>
          )}
        </>
      }
    >
      <State sign={sign}>{words}</State> &nbsp; {category ? `${category}. ` : ""}
      {plans.publishAt && `Goes on the shop ${plans.publishAt}. `}
      {plans.putAwayAt && `Is put away ${plans.putAwayAt}. `}
      {saved && `Last saved ${saved.at} by ${saved.who}.`}
      {screen.written && (
        <>
          {" "}
          <Link className="link" to={screen.written}>
            What shoppers wrote
          </Link>
        </>
      )}
    </PageHead>
  );
}

/** Whether every variant has a price, so that the product itself needs none. */
const isPricedByVariants = (variants: ProductScreen["variants"], typed: ProductHeadProps["typed"]): boolean =>
  variants.length > 0 && variants.every(({ id }) => typed[variantFieldName(id, "price")]);
