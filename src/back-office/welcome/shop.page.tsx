import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { clearDemoShop, demoState } from "~/demo/clear-demo.server";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { checkStep } from "~/shop/members/setup-checklist.server";
import { settingVersions } from "~/shop/settings.server";
import { trimmed } from "~/shop/visible-text";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { typedFrom, valueAt } from "../settings/format-fields";
import { readFields } from "../settings/parse-fields";
import { fieldsNamed } from "../settings/setting-fields";
import { Button } from "../ui/button";
import { Choice, Choices, Field } from "../ui/field";
import { Steps } from "./steps";
import { titled } from "../titled";

const FIELDS = ["shopName", "shopAddress"].flatMap(fieldsNamed);

export const meta = titled("Your shop");

export async function loader({ context }: LoaderFunctionArgs) {
  memberOf(context);
  const services = servicesOf(context);
  const { shopName, shopAddress } = services.settings();
  const versions = await settingVersions(services.db);
  return {
    shopName,
    shopAddress,
    labels: Object.fromEntries(FIELDS.map(({ path, label }) => [path, label])),
    submission: crypto.randomUUID(),
    clearing: crypto.randomUUID(),
    demo: await demoState(services),
    seen: { shopName: versions.shopName?.version ?? 0, shopAddress: versions.shopAddress?.version ?? 0 },
  };
}

/** Saves the shop's name and address in the settings, and clears the demo goods if the member chose that. */
export const action = formAction({
  schema: z.object({
    shopName: z.string().overwrite(trimmed).min(1, "Please type the shop's name."),
    shopAddress: z.string(),
  }),
  async act({ services, member, typed, submission }, fields) {
    const now = services.settings();
    const base = Object.fromEntries(FIELDS.map((field) => [field.path, typedFrom(field, valueAt(now, field.path))]));
    const { changes, errors } = readFields(FIELDS, fields, base);
    if (Object.keys(errors).length > 0) return { errors };
    const seen = { shopName: Number(typed.shopNameVersion), shopAddress: Number(typed.shopAddressVersion) };
    if (typed.demo === "clear") await clearDemoShop(services, member, typed.clearing ?? "");
    // The choice to keep the demo goods also completes that step of the checklist on Today.
    if (typed.demo === "keep") await checkStep(services, member, "goods");
    if (Object.keys(changes).length === 0) return { to: "/" };
    const saved = await saveSettings(services, member, { submission, changes, seen });
    return saved.saved
      ? { to: "/" }
      : { message: "Somebody named the shop meanwhile. Look under Settings.", status: 409 };
  },
});

export const clientAction = sendForm;

export default function ShopPage() {
  const { shopName, shopAddress, labels, submission, clearing, demo, seen } = useLoaderData<typeof loader>();
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
        labels={labels}
        noValidate={false}
      >
        {({ field, tick, isSending }) => (
          <>
            <Field {...field("shopName")} label={labels.shopName ?? ""} autoComplete="organization" required />
            <Field
              {...field("shopAddress")}
              label={labels.shopAddress ?? ""}
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
