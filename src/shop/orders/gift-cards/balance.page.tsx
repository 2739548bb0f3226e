import { services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { fieldErrorsBy, handleForm, sendForm } from "~/shop/form";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { GiftCardQuestion } from "~/shop/gift-cards/gift-card.wire";
import { giftCardRefusals } from "~/shop/gift-cards/gift-card-refusals";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { cardNow } from "./cards-of-draft.server";
import type { Route } from "./+types/balance.page";

const PATH = "/gift-card";

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const description = `See what is left on a gift card of ${shop.settings.shopName}.`;
  return { head: headOf(shop, { title: "Gift card balance", description, path: PATH, listed: false }) };
}

/** Tells what is left on a card. The code is posted, so that no address holds it; guesses share a limit with the field for codes. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(services);
  return handleForm(request, GiftCardQuestion, async ({ code }) => {
    await enforceFormLimit(shop, request, "gift-card");
    const { lastFour, left, live } = await cardNow(shop, code).catch((error: unknown) => {
      throw besideField(error);
    });
    const rest = left > 0 ? `${formatCents(left)} left.` : "nothing is left.";
    return {
      words: `${giftCardWords(lastFour)}: ${rest}${live ? "" : " It is a test card and pays for test orders only."}`,
    };
  });
}

/** A refusal of a card, at the field of its code. */
const besideField = (error: unknown): unknown =>
  error instanceof Refusal && giftCardRefusals.some((code) => code === error.code)
    ? new Refusal(error.code, { fields: { code: error.message } })
    : error;

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const complaints = fieldErrorsBy(async () => (await import("~/shop/gift-cards/gift-card.wire")).GiftCardQuestion);

/** Page on which the balance of a gift card is read by its code. */
export default function BalancePage({ actionData }: Route.ComponentProps) {
  const card = actionData?.ok ? actionData.value : undefined;
  return (
    <main id="main">
      <PageHead
        title="Gift card balance"
        lead="Enter the code of your card. It has 17 signs; small letters, blanks and dashes do not matter."
      />
      <div className="wide plain">
        {card && <FormMessage kind="success">{card.words}</FormMessage>}
        <PostedForm
          action={PATH}
          className="plain__form"
          complaints={complaints}
          answered={actionData}
          button="Show the balance"
        >
          {(typed, errors) => (
            <Field
              label="Code of the gift card"
              name="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={50}
              required
              defaultValue={typed.code}
              error={errors.code}
            />
          )}
        </PostedForm>
        <p>
          Spend it in the bag or at the checkout: press ADD beside DISCOUNTS, and enter the code. What an unpaid order
          holds is not counted.
        </p>
        <GoLink to="/contact">Write to us about a card</GoLink>
      </div>
    </main>
  );
}
