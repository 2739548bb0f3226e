import type { ReactNode } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { clearDemoShop, demoState } from "~/demo/clear-demo.server";
import { startOffer } from "~/demo/start-for-real.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Notice } from "../ui/notice";
import { titled } from "../titled";

export const meta = titled("Demo goods");

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const member = memberOf(context);
  await requireRight(services, member, "goods.change", "settings.change");
  const [state, { isOffered }] = await Promise.all([demoState(services), startOffer(services)]);
  const goesAtStart = state.hindrance === "orders" && isOffered;
  return { ...state, goesAtStart, mayStart: can(member, "start-for-real"), submission: crypto.randomUUID() };
}

export const action = formAction({
  schema: z.object({}),
  async act({ services, member, submission }) {
    const { act } = await clearDemoShop(services, member, submission);
    return { to: "/", act };
  },
});

export const clientAction = sendForm;

const HINDRANCES = {
  live: "This shop is live: its goods are put away one by one.",
  orders: "There are orders, which name the demo goods. They can be put away, but not cleared any more.",
};

/**
 * Page that asks for confirmation before all demo goods are deleted, and lists the records that are deleted and those that stay.
 */
export default function DemoPage() {
  const { goods, reviews, orders, hindrance, submission } = useLoaderData<typeof loader>();
  const isGone = goods + reviews + orders === 0;
  const mayClear = !isGone && hindrance === null;
  if (!mayClear) return <DemoDialog />;
  return (
    <WorkshopForm submission={submission}>
      {({ isSending }) => (
        <DemoDialog>
          <Button look="rust" fit busy={isSending}>
            Clear {counted(goods, "product")}
          </Button>
        </DemoDialog>
      )}
    </WorkshopForm>
  );
}

/** Dialog with its text. `children` is the button that deletes the goods; without it the dialog says why there is none. */
function DemoDialog({ children }: { children?: ReactNode }) {
  const { goods, reviews, orders, hindrance, goesAtStart, mayStart } = useLoaderData<typeof loader>();
  const isGone = goods + reviews + orders === 0;
  const foot = (
    <>
      <p>
        {isGone
          ? "Nothing is left of the demo goods."
          : children
            ? "This cannot be undone."
            : "Nothing is cleared here."}
      </p>
      <ButtonLink look="bare" to="/">
        {children ? "Keep them" : "Today"}
      </ButtonLink>
      {children}
    </>
  );
  return (
    <DialogPage title="Clear the demo goods" foot={foot}>
      {hindrance && !goesAtStart && <Notice title={HINDRANCES[hindrance]} />}
      {goesAtStart && (
        <Notice
          title="There are test orders, which name the demo goods: they go together."
          action={
            mayStart && (
              <Link className="link" to="/start-for-real">
                Start for real
              </Link>
            )
          }
        >
          {!mayStart && <p>An owner starts for real.</p>}
        </Notice>
      )}
      {children && (
        <>
          <p>
            Gone afterwards: {counted(goods, "product")} with their pictures and stock, {counted(reviews, "review")}{" "}
            with their questions, films, riders&apos; posts and testimonials
            {orders > 0 ? `, and ${counted(orders, "invented order")}` : ""}.
          </p>
          <p>Kept: your own goods, settings, texts, policies, questions and answers, menus, categories, articles.</p>
        </>
      )}
    </DialogPage>
  );
}
