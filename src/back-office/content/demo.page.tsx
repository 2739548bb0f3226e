import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { clearDemoShop, demoFacts } from "~/demo/clear-demo.server";
import { startOffer } from "~/demo/start-for-real.server";
import { formOf } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Notice } from "../ui/notice";
import { counted } from "../count-texts";

export const meta = () => [{ title: "Demo goods | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const member = memberOf(context);
  await requireRight(services, member, "goods.change", "settings.change");
  const [facts, { isOffered }] = await Promise.all([demoFacts(services), startOffer(services)]);
  const goesAtStart = facts.hindrance === "orders" && isOffered;
  return { ...facts, goesAtStart, mayStart: can(member, "start-for-real"), submission: crypto.randomUUID() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const values = await formOf(request);
  try {
    const { act } = await clearDemoShop(servicesOf(context), memberOf(context), values.submission ?? "");
    return redirect(`/?done=${act}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 409)
      return declined(values, { message: error.message, status: 409 });
    throw error;
  }
}

const HINDRANCES = {
  live: "This shop is live: its goods are put away one by one.",
  orders: "There are orders, which name the demo goods. They can be put away, but not cleared any more.",
};

/** What goes with the demo goods and what stays, before they are cleared in one act. */
export default function DemoPage() {
  const { goods, reviews, orders, hindrance, goesAtStart, mayStart, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isGone = goods + reviews + orders === 0;
  const foot = (
    <>
      <p>{isGone ? "Nothing is left of the demo goods." : "This cannot be undone."}</p>
      <ButtonLink look="bare" to="/">
        {isGone ? "Today" : "Keep them"}
      </ButtonLink>
      {!isGone && hindrance === null && (
        <Form method="post">
          <input type="hidden" name="submission" value={submission} />
          <Button look="rust" fit>
            Clear {counted(goods, "product")}
          </Button>
        </Form>
      )}
    </>
  );
  return (
    <DialogPage title="Clear the demo goods" foot={foot}>
      {answer?.message && <Notice title={answer.message} isAnswer />}
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
      {!isGone && (
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
