import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { beginTake } from "~/shop/stock-take/stock-takes.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { shelfIn } from "../stock/stock-view";
import { Button } from "../ui/button";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { FinishedTakes } from "./take-summary";
import { takesPage } from "./take.server";
import { titled } from "../titled";

export const meta = titled("Stock-take");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  return { mayCount: can(member, "stock.change"), ...(await takesPage(servicesOf(context), member)) };
}

export const action = formAction({
  right: "stock.change",
  schema: z.object({ category: z.string().max(64).default(""), shelf: z.string().default("") }),
  async act({ services, member, submission }, { category, shelf }) {
    const { categories } = await takesPage(services, member);
    const categoryId = categories.find(({ id }) => id === category)?.id ?? null;
    const { id } = await beginTake(services, member, { submission, categoryId, shelf: shelfIn(shelf) });
    return { to: `/stock/count/${id}` };
  },
});
export const clientAction = sendForm;

/** Page with the open stock-takes, the form for a new one, and the finished ones. */
export default function Takes() {
  const { takes, finished, mayCount } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Stock-take" back={{ to: "/stock", name: "Stock" }}>
        Count what lies on the shelves. Nothing changes in the shop until you finish.
      </PageHead>
      {takes.length > 0 && (
        <Section title="Under way">
          <ul className="takes">
            {takes.map(({ id, what, begun }) => (
              <li key={id}>
                {/* A full page load instead of a client-side navigation, because only that page's headers allow the camera. */}
                <a className="link takes__way" href={`/back-office/stock/count/${id}`}>
                  {what}
                </a>
                <span className="sub">{begun}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {mayCount && (
        <Section title="Begin one">
          <BeginForm />
        </Section>
      )}
      {finished.length > 0 && <FinishedTakes takes={finished} />}
    </>
  );
}

function BeginForm() {
  const { submission, categories, shelves } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm submission={submission} action="/stock/count" className="stack narrow-form">
      {({ field, isSending }) => (
        <>
          <SelectField {...field("category")} label="Which goods">
            <option value="">All of them</option>
            {categories.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {shelves.length > 0 && (
            <SelectField {...field("shelf")} label="Which shelf">
              <option value="">Every shelf</option>
              {shelves.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
          )}
          <div>
            <Button look="main" busy={isSending}>
              Begin to count
            </Button>
          </div>
        </>
      )}
    </WorkshopForm>
  );
}
