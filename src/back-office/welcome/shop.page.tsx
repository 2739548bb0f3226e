import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { fieldErrors } from "~/shop/form-values";
import { clearDemoShop, demoFacts } from "~/demo/clear-demo.server";
import { PlainLine } from "~/shop/plain-text";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { checkStep } from "~/shop/members/setup-checklist.server";
import { settingVersions } from "~/shop/settings.server";
import { Settings } from "~/shop/settings";
import { limits } from "~/shop/limits";
import { ShortText } from "~/shop/form-submission";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Choice, Choices, Field } from "../ui/field";
import { Steps } from "./steps";

export const meta = () => [{ title: "Your shop | Workshop" }];

export async function loader({ context }: LoaderFunctionArgs) {
  memberOf(context);
  const services = servicesOf(context);
  const { shopName, shopAddress } = services.settings();
  const versions = await settingVersions(services.db);
  return {
    shopName,
    shopAddress,
    submission: crypto.randomUUID(),
    clearing: crypto.randomUUID(),
    demo: await demoFacts(services),
    seen: { shopName: versions.shopName?.version ?? 0, shopAddress: versions.shopAddress?.version ?? 0 },
  };
}

/** Saves the shop's name and address in the settings, and clears the demo goods if the member chose that. */
export const action = formAction({
  schema: z.object({
    shopName: ShortText("Please type the shop's name."),
    shopAddress: PlainLine(limits.text.line, { tooLong: `Please use at most ${limits.text.line} characters.` }),
  }),
  async act({ services, member, typed, submission }, fields) {
    const now = services.settings();
    const changes = Object.fromEntries(
      (["shopName", "shopAddress"] as const).flatMap((name) =>
        fields[name] === now[name] ? [] : [[name, fields[name]]],
      ),
    );
    const seen = { shopName: Number(typed.shopNameVersion), shopAddress: Number(typed.shopAddressVersion) };
    if (typed.demo === "clear") await clearDemoShop(services, member, typed.clearing ?? "");
    // The choice to keep the demo goods also completes that step of the checklist on Today.
    if (typed.demo === "keep") await checkStep(services, member, "goods");
    if (Object.keys(changes).length === 0) return { to: "/" };
    const { data: parsed, error } = Settings.partial().safeParse(changes);
    if (error) return { errors: fieldErrors(error) };
    const saved = await saveSettings(services, member, { submission, changes: pick(parsed, changes), seen });
    return saved.saved
      ? { to: "/" }
      : { message: "Somebody named the shop meanwhile. Look under Settings.", status: 409 };
  },
});

export const clientAction = sendForm;

const pick = (parsed: Partial<Settings>, changes: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(parsed).filter(([name]) => name in changes));

export default function ShopPage() {
  const { shopName, shopAddress, submission, clearing, demo, seen } = useLoaderData<typeof loader>();
  return (
    <>
      <Steps at={4} of={4} />
      <h1>Your shop</h1>
      <p className="door__text">
        Its name stands on every page, in every letter and on every slip. You can change its name and address later.
      </p>
      <WorkshopForm
        className="stack"
        submission={submission}
        stored={{ shopName, shopAddress, demo: "keep" }}
        opened={{
          shopNameVersion: String(seen.shopName),
          shopAddressVersion: String(seen.shopAddress),
          clearing,
        }}
        labels={{ shopName: "Name of the shop", shopAddress: "Address" }}
        noValidate={false}
      >
        {({ field, tick, isSending }) => (
          <>
            <Field {...field("shopName")} label="Name of the shop" autoComplete="organization" required />
            <Field
              {...field("shopAddress")}
              label="Address"
              labelNote="in one line, for letters and slips"
              autoComplete="street-address"
            />
            {demo.goods > 0 && demo.hindrance === null && (
              <Choices label="The demo goods" note="You can clear them later, too, until the first real order.">
                <Choice {...tick("demo", "keep")}>Keep the {demo.goods} invented products, to look around</Choice>
                <Choice {...tick("demo", "clear")}>Clear them with their reviews. This cannot be undone</Choice>
              </Choices>
            )}
            <Button look="main" wide busy={isSending}>
              Open the workshop
            </Button>
          </>
        )}
      </WorkshopForm>
      <p className="door__more">
        <Link className="link" to="/">
          Later
        </Link>
      </p>
    </>
  );
}
