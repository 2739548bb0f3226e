import { Link } from "react-router";
import { WorkshopForm } from "../forms/workshop-form";
import { queueAddress } from "../queue/queue-view";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import type { ProductScreen } from "./product-screen.server";
import { statusWords } from "./status-texts";

interface ProductHeadProps {
  screen: ProductScreen;
  isChanged: boolean;
}

/** The head of a product's page: how it stands, who saved it last, and the one act that is next. */
export function ProductHead({ screen, isChanged }: ProductHeadProps) {
  const { id, name, status, saved, plans, categories, form, version, missing, rights } = screen;
  const { name: words, sign } = statusWords[status];
  const category = categories.find((each) => each.id === form.base.categoryId)?.name;
  const isReady = missing.length === 0 && !isChanged;
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
          {status !== "published" && rights.includes("goods.change") && (
            <WorkshopForm
              name="now"
              action={`/goods/${id}/status`}
              submission={screen.statusSubmission}
              version={version}
              isBare
            >
              <input type="hidden" name="to" value="published" />
              <Button
                aria-disabled={isReady ? undefined : true}
                aria-describedby={isReady ? undefined : "missing"}
                type={isReady ? "submit" : "button"}
              >
                Put on the shop
              </Button>
            </WorkshopForm>
          )}
        </>
      }
    >
      <State sign={sign}>{words}</State> &nbsp; {category ? `${category}. ` : ""}
      {plans.publishAt && `Goes on the shop ${plans.publishAt}. `}
      {plans.putAwayAt && `Is put away ${plans.putAwayAt}. `}
      {saved && `Last saved ${saved.at} by ${saved.who}.`}
      {rights.includes("queue.read") && (
        <>
          {" "}
          <Link className="link" to={queueAddress("decided", { productId: id })}>
            What shoppers wrote
          </Link>
        </>
      )}
    </PageHead>
  );
}
