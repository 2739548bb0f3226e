import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { actOnGoods } from "~/shop/catalog/bulk/act-on-goods.server";
import { chosenBy } from "~/shop/catalog/bulk/chosen-goods.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-texts";
import { atFields, formAction } from "../../forms/form-action.server";
import { sendForm, showNewest } from "../../forms/send-form";
import { isId } from "../../is-id";
import { PageHead } from "../../ui/page-head";
import { choiceNames } from "../named-value-texts";
import { GoesWith } from "./goes-with";
import { manyAddress, wishIn } from "./many-view";
import { manyScreen } from "./many-screen.server";
import { MovedOn, Preview } from "./wish-preview";
import { saidOf } from "./said-of";
import { actNames } from "./wish-texts";
import { WishForm } from "./wish-form";

export const meta = () => [{ title: "Many goods at once | Workshop" }];

export async function loader({ context, params: { set = "" }, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const done = searchParams.get("done");
  const asked = { set, view: manyAddress(set).viewIn(searchParams), act: isId(done ?? "") ? done : null };
  return orNotFound(await manyScreen(servicesOf(context), memberOf(context), asked));
}

export const action = formAction({
  right: "goods.change",
  schema: z.object({ seen: z.string().regex(/^\d{1,9}(\.\d{1,9})*$/) }),
  async act({ services, member, params: { set = "" }, request, submission }, { seen }) {
    const view = manyAddress(set).viewIn(new URL(request.url).searchParams);
    const wish = wishIn(view);
    const chosen = isId(set) ? await chosenBy(services, member, set) : undefined;
    if (!chosen || !wish)
      return { message: "This choice is more than two days old. Choose the goods again.", status: 409 };
    const [categories, sizeGuides] = await Promise.all([
      categoryChoices(services, member),
      sizeGuideChoices(services, member, null),
    ]);
    const names = choiceNames({ categories, sizeGuides });
    const done = await atFields(
      actOnGoods(services, member, {
        submission,
        products: chosen.products,
        seen: seen.split(".").map(Number),
        wish,
        say: (count) => saidOf(wish, count, names),
      }),
      () => "to",
    );
    return { to: manyAddress(set).addressOf({ ...view, search: "", from: 0 }), act: done.act };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** An act on many goods: its wish, the preview of each product, and the button that does it. */
export default function ManyGoods() {
  const { view, words, count, cameFrom, preview } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={view.act === "none" ? "Many goods at once" : actNames[view.act]}
        back={{ to: cameFrom, name: cameFrom.startsWith("/imports") ? "Import" : "Goods" }}
      >
        {`${counted(count, "product")}: ${words}. Nothing changes before you have seen what it does; it is one act, and can be undone.`}
      </PageHead>
      <MovedOn />
      <WishForm key={view.act} />
      {view.act === "goes-with" && view.how !== "nothing" && <GoesWith />}
      {preview && <Preview />}
    </>
  );
}
