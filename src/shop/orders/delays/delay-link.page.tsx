import { data, Link } from "react-router";
import { z } from "zod";
import { services } from "~/services";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { choiceParts } from "~/shop/catalog/product";
import { handleForm, sendForm } from "~/shop/form";
import { enforceNetworkLimit } from "~/shop/form-limits.server";
import { headOf, metaOf } from "~/shop/head";
import { wholeDate } from "~/shop/shop-time";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { FormMessage } from "~/ui/form-message";
import { PageHead } from "~/ui/page-head";
import { PostedForm } from "~/ui/posted-form";
import { unbrokenNumber } from "../order-number";
import { answerDelay } from "./answer-delay.server";
import { delayAt, type ShownDelay } from "./shown-delay.server";
import type { Route } from "./+types/delay-link.page";

/** Maximum number of answers (`times`) that one network may give, in `seconds`. */
const ALLOWANCE = { name: "delay-link", times: 60, seconds: 600 };

/** Shows a delay. It only reads, because mail programs also open the addresses in letters. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { address, settings } = shop;
  const delay = await orPageNotFound(shop, await delayAt(shop, params));
  const page = { title: "Your order takes longer", description: "", path: "/order-delay", listed: false };
  return data(
    {
      head: headOf({ address, settings: settings() }, page),
      delay,
      path: `/order-delay/${params.id}/${params.signature}`,
    },
    { headers: privatePage },
  );
}

const Answer = z.object({ answer: z.enum(["wait", "cancel"]) });

/** Records the shopper's answer, and cancels what has not left if that is the wish. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(services);
  await orPageNotFound(shop, await delayAt(shop, params));
  return handleForm(request, Answer, async ({ answer }) => {
    await enforceNetworkLimit(shop.db, request, ALLOWANCE);
    await answerDelay(shop, params.id, answer);
    return { answer };
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendForm(args);
export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const complaints = async () => () => ({});

/** Page of a delay, with its two answers: wait, or cancel what has not left. */
export default function DelayLinkPage({ loaderData: { delay, path }, actionData }: Route.ComponentProps) {
  const declined = actionData?.ok === false ? actionData : undefined;
  const { lines, standing, orderNumber } = delay;
  const isOpen = standing === "open" || standing === "waits";
  return (
    <main id="main">
      <PageHead title={titles[standing]} lead={`Order ${unbrokenNumber(orderNumber)}`} />
      <div className="wide plain">
        {declined && <FormMessage kind="error">{declined.message}</FormMessage>}
        <p>{wordsOf(delay)}</p>
        {isOpen && (
          <ul>
            {lines.map((line) => (
              <li key={line.position}>
                {[line.name, ...choiceParts(line)].join(", ")}
                {line.quantity > 1 && `, ${line.quantity} pieces`}
              </li>
            ))}
          </ul>
        )}
        {standing === "open" && (
          <PostedForm action={path} complaints={complaints} answered={undefined} button="I will wait">
            {() => <input type="hidden" name="answer" value="wait" />}
          </PostedForm>
        )}
        {isOpen && (
          <PostedForm
            action={path}
            complaints={complaints}
            answered={undefined}
            button="Cancel what has not left"
            look="line"
          >
            {() => <input type="hidden" name="answer" value="cancel" />}
          </PostedForm>
        )}
        <p>
          <Link to={`/order-status?order=${orderNumber}`}>See your order</Link>
        </p>
      </div>
    </main>
  );
}

const titles = {
  open: "It takes longer",
  waits: "Thank you for waiting",
  cancelled: "Cancelled",
  left: "It has left",
} satisfies Record<ShownDelay["standing"], string>;

function wordsOf({ standing, promised, newDay, endsOn }: ShownDelay): string {
  const day = (date: string) => wholeDate(date, "UTC");
  if (standing === "left") return "Nothing of this order waits to be sent any more. Its page says where it is.";
  if (standing === "cancelled")
    return "You chose not to wait. What you paid for what has not left goes back to you, and a letter says so.";
  if (standing === "waits")
    return `${newDay ? `It leaves us by ${day(newDay)}.` : "We write to you once it leaves."} Until it leaves, you can still cancel it here.`;
  const outlook = newDay ? `It leaves us by ${day(newDay)}.` : "We do not know yet when it can leave.";
  const silence = endsOn
    ? `Please tell us whether you want to wait. If we hear nothing, the order ends on ${day(endsOn)}, and what you paid for it goes back.`
    : "If that is fine, there is nothing to do.";
  return `We said that it leaves us by ${day(promised)}. We cannot keep that, and we are sorry. ${outlook} ${silence}`;
}
