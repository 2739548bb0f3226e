import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { copyProduct } from "~/shop/catalog/editing/create-product.server";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";

export const meta = titled("Make a copy");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const { id, values } = orNotFound(await openProduct(services, member, params.id ?? ""));
  return { id, name: values.name, submission: randomUUID() };
}

export const action = formAction({
  right: "goods.change",
  schema: z.object({}),
  async act({ services, member, params, submission }) {
    const copy = await copyProduct(services, member, submission, params.id ?? "");
    return { to: `/goods/${copy.id}`, act: copy.act };
  },
});

export const clientAction = sendForm;

/** Page that asks for confirmation before it copies a product. */
export default function CopyPage() {
  const { id, name, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={name} back={{ to: `/goods/${id}`, name: name || "The product" }} />
      <WorkshopForm submission={submission}>
        {({ isSending }) => (
          <DialogPage
            title={`Copy ${name || "this product"}`}
            foot={
              <>
                <p>The copy is a draft.</p>
                <ButtonLink look="bare" to={`/goods/${id}`}>
                  Cancel
                </ButtonLink>
                <Button look="main" fit busy={isSending}>
                  Make a copy
                </Button>
              </>
            }
          >
            <p>It gets the same words, pictures, prices, sizes and colors. It begins without stock and without SKUs.</p>
          </DialogPage>
        )}
      </WorkshopForm>
    </>
  );
}
