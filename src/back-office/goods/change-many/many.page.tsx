import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { actOnGoods } from "~/shop/catalog/bulk/act-on-goods.server";
import { chosenBy } from "~/shop/catalog/bulk/chosen-goods.server";
import { previewWish } from "~/shop/catalog/bulk/wished-goods.server";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { sizeGuideChoices } from "~/shop/catalog/size-guides/size-guides.server";
import { orNotFound } from "~/shop/form";
import type { Member } from "~/shop/members/member";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { atFields, formActions, Typed } from "../../forms/form-action.server";
import { sendForm, showNewest } from "../../forms/send-form";
import { isUuid } from "~/shop/is-uuid";
import { PageHead } from "../../ui/page-head";
import { ButtonLink } from "../../ui/button";
import { choiceNames } from "../named-value-words";
import { chosen as chosenGoods } from "./choose-goods.server";
import { GoesWith } from "./goes-with";
import { actNames } from "./many-acts";
import { manyAddress, wishIn } from "./many-view";
import { manyScreen } from "./many-screen.server";
import { MovedOn, Preview } from "./wish-preview";
import { saidOf } from "./said-of";
import { CHOICE_TOO_OLD, isMendable, mendingActs, NONE_LACKS_IT } from "./change-many-words";
import { WishForm } from "./wish-form";
import { titled } from "../../titled";

export const meta = titled("Many goods at once");

export async function loader({ context, params: { set = "" }, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const done = searchParams.get("done");
  const asked = { set, view: manyAddress(set).viewIn(searchParams), act: isUuid(done ?? "") ? done : null };
  return orNotFound(await manyScreen(servicesOf(context), memberOf(context), asked));
}

export const action = formActions({
  apply: {
    right: "goods.change",
    schema: z.object({ seen: z.string().regex(/^\d{1,9}(\.\d{1,9})*$/) }),
    async act({ services, member, params: { set = "" }, request, submission }, { seen }) {
      const asked = await askedOf(services, member, set, request);
      if (!asked) return TOO_OLD;
      const { chosen, view, wish } = asked;
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
  },
  mend: {
    right: "goods.change",
    schema: Typed,
    async act({ services, member, params: { set = "" }, request, typed }) {
      const why = (typed.form ?? "").split(":")[1] ?? "";
      const asked = await askedOf(services, member, set, request);
      if (!asked || !isMendable(why)) return TOO_OLD;
      const { refused } = await previewWish(services, member, asked.chosen.products, asked.wish);
      const products = refused.filter((line) => line.why.includes(why)).map(({ id }) => id);
      if (products.length === 0) return { message: NONE_LACKS_IT };
      const { act, goods } = mendingActs[why];
      const cameFrom = manyAddress(set).addressOf({ ...asked.view, from: 0 });
      return chosenGoods(services, member, { products, words: goods, cameFrom }, act);
    },
  },
});

const TOO_OLD = { message: CHOICE_TOO_OLD, status: 409 as const };

/**
 * Returns the chosen goods and the change of the address; undefined if the stored choice has expired or the change is incomplete.
 */
async function askedOf(services: Services, member: Member, set: string, request: Request) {
  const view = manyAddress(set).viewIn(new URL(request.url).searchParams);
  const wish = wishIn(view);
  const chosen = isUuid(set) ? await chosenBy(services, member, set) : undefined;
  return chosen && wish ? { chosen, view, wish } : undefined;
}

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of an act on many goods: the form of the act, the preview of each product, and the button that applies it. */
export default function ManyGoods() {
  const { view, words, count, cameFrom, cameFromName, preview } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={view.act === "none" ? "Many goods at once" : actNames[view.act]}
        back={{ to: cameFrom, name: cameFromName }}
      >
        {`${counted(count, "product")}: ${words}. Nothing changes before you have seen what it does; it is one act, and can be undone.`}
      </PageHead>
      <MovedOn />
      {preview?.changing === 0 && cameFrom.startsWith("/goods/many") && (
        <p>
          <ButtonLink look="main" to={cameFrom}>
            {`Go on: ${cameFromName}`}
          </ButtonLink>
        </p>
      )}
      <WishForm key={view.act} />
      {view.act === "goes-with" && view.how !== "nothing" && <GoesWith />}
      {preview && <Preview />}
    </>
  );
}
