import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../../context";
import { formAction, Typed } from "../../forms/form-action.server";
import { sendForm } from "../../forms/send-form";
import { useUnsaved } from "../../forms/use-unsaved";
import { PageHead } from "../../ui/page-head";
import { picturesAddress } from "./picture-upload";
import { actOnPictures, openPictures } from "./pictures.server";
import { PICTURES, PictureForms, PicturesSection } from "./pictures-section";

export const meta = () => [{ title: "Pictures | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return orNotFound(await openPictures(servicesOf(context), memberOf(context), params.id ?? "", request));
}

/** Also of the section on the product's own page, which it leads back to. */
export const action = formAction({ schema: Typed, act: (sent) => actOnPictures(sent, sent.params.id ?? "") });

export const clientAction = sendForm;

/** The pictures of one product on a page of their own, which needs no script. */
export default function PicturesPage() {
  const open = useLoaderData<typeof loader>();
  const { answer } = useUnsaved(PICTURES);
  const address = picturesAddress(open.productId);
  return (
    <>
      <PageHead title="Pictures" back={{ to: `/goods/${open.productId}`, name: open.name }}>
        What the shop shows of it, color by color.
      </PageHead>
      <PictureForms open={open} back={address} />
      {!answer?.conflict && <PicturesSection open={open} back={address} />}
    </>
  );
}
