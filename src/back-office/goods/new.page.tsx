import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { byName } from "~/platform/by-name";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { createProduct, noChoice } from "~/shop/catalog/editing/create-product.server";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { SaveFoot } from "../ui/save-foot";
import { Field, MoneyField, SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { parseChoices } from "./parse-choices";
import { TaxKinds } from "./tax-kinds";
import { parseAmount } from "./parse-amount";
import { titled } from "../titled";

export const meta = titled("A new product");

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  return { categories: await categoryChoices(services, member), submission: randomUUID() };
}

export const action = formAction({
  right: "goods.change",
  schema: Typed,
  async act({ services, member, submission }, typed) {
    const { name = "", categoryId, kindForTax } = typed;
    const [price, choices] = [parseAmount(typed.price ?? ""), parseChoices(typed, noChoice())];
    const errors = {
      ...(name.trim() === "" && { name: "Give it a name." }),
      ...("error" in price && { price: price.error }),
      ...("error" in choices && { [choices.field]: choices.error }),
    };
    if ("error" in price || "error" in choices || Object.keys(errors).length > 0) return { errors };
    const made = await createProduct(services, member, submission, {
      name,
      price: price.value,
      choices: choices.value,
      categoryId: categoryId || null,
      kindForTax: kindForTax || null,
    });
    return { to: `/goods/${made.id}`, act: made.act };
  },
});

export const clientAction = sendForm;

const LABELS = byName<string>({
  name: "Name",
  price: "Price",
  colors: "Colors",
  sizes: "Sizes",
  categoryId: "Category",
  kindForTax: "Tax kind",
});

/** Page with the form for a new product. It has only the required fields; the product's page has all others. */
export default function NewProductPage() {
  const { categories, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="A new product" back={{ to: "/goods", name: "Goods" }}>
        It is a draft that members see, until you put it on the shop.
      </PageHead>
      <WorkshopForm submission={submission} labels={LABELS}>
        {({ field, isSending }) => (
          <>
            <Section title="To begin with">
              <div className="stack middle-form">
                <Field {...field("name")} label="Name" autoComplete="off" />
                <MoneyField {...field("price")} label="Price" />
                <div className="fields">
                  <SelectField {...field("categoryId")} label="Category">
                    <option value="">Choose</option>
                    {categories.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </SelectField>
                  <SelectField {...field("kindForTax")} label="Tax kind">
                    <option value="">Choose</option>
                    <TaxKinds />
                  </SelectField>
                </div>
                <Field
                  {...field("colors")}
                  label="Colors"
                  labelNote="with commas between"
                  placeholder="Black, Sand"
                  autoComplete="off"
                />
                <Field
                  {...field("sizes")}
                  label="Sizes"
                  labelNote="with commas between"
                  placeholder="XS, S, M, L, XL"
                  autoComplete="off"
                />
              </div>
            </Section>
            <SaveFoot
              what="Each color comes in each size. Pictures, words and stock follow on its page."
              back={{ to: "/goods", name: "Cancel" }}
              busy={isSending}
              saves="Make it"
            />
          </>
        )}
      </WorkshopForm>
    </>
  );
}
