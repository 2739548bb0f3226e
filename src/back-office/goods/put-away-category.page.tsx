import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { categoryLines, putAwayCategory } from "~/shop/catalog/editing/category-record.server";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { atFields, formAction } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";

export const meta = titled("Put a category away");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const lines = await categoryLines(services, member);
  const line = lines.find(({ id, parentId, isPutAway }) => id === params.category && parentId !== null && !isPutAway);
  const choices = await categoryChoices(services, member);
  return { ...orNotFound(line), choices: choices.filter(({ id }) => id !== line?.id), submission: randomUUID() };
}

export const action = formAction({
  right: "goods.change",
  schema: z.object({ goodsTo: z.string().default("") }),
  async act({ services, member, params, submission, version }, { goodsTo }) {
    const away = { submission, id: params.category ?? "", version, goodsTo: goodsTo || null };
    const result = await atFields(putAwayCategory(services, member, away), () => "goodsTo");
    if (result.saved) return { to: "/goods/categories", act: result.act };
    return { late: "Somebody changed this meanwhile. Look again, then decide." };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page that asks for a new category for the products of a category before it archives the category. */
export default function PutAwayCategory() {
  const { name, products, version, choices, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={name} back={{ to: "/goods/categories", name: "Categories" }} />
      <WorkshopForm submission={submission} version={version} labels={{ goodsTo: "Where its products go" }}>
        {({ field, isSending }) => (
          <DialogPage
            title={`Put the category ${name} away?`}
            foot={
              <>
                <p>It can be undone, with its products.</p>
                <ButtonLink look="bare" to="/goods/categories">
                  Cancel
                </ButtonLink>
                <Button look="main" fit busy={isSending}>
                  Put it away
                </Button>
              </>
            }
          >
            <div className="stack">
              <p>
                It leaves the tabs of the shop and the lists of the workshop. Old links to its tab show all of the page.
              </p>
              {products > 0 && (
                <SelectField
                  {...field("goodsTo")}
                  label={`Where its ${counted(products, "product")} ${products === 1 ? "goes" : "go"}`}
                >
                  <option value="">Choose</option>
                  {choices.map((choice) => (
                    <option key={choice.id} value={choice.id}>
                      {choice.name}
                    </option>
                  ))}
                </SelectField>
              )}
            </div>
          </DialogPage>
        )}
      </WorkshopForm>
    </>
  );
}
