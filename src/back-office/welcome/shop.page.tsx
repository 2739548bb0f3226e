import {
  type ActionFunctionArgs,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { formOf } from "~/shop/form";
import { fieldErrors } from "~/shop/form-values";
import { clearDemoShop, demoFacts } from "~/demo/clear-demo.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { saveSettings } from "~/shop/audit/settings-record.server";
import { settingVersions } from "~/shop/settings.server";
import { Settings } from "~/shop/settings";
import { limits } from "~/shop/limits";
import { ShortText } from "~/shop/form-submission";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button } from "../ui/button";
import { Choice, Choices, Field } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { Notice } from "../ui/notice";
import { useKept } from "../use-pending-form";
import { Steps } from "./steps";

export const meta = () => [{ title: "Your shop | Workshop" }];

const Named = z.object({
  shopName: ShortText("Please type the shop's name."),
  shopAddress: PlainLine(limits.text.line, { tooLong: `Please use at most ${limits.text.line} characters.` }),
});

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

/** Names the shop, as the settings do: everything that quotes its name shows it within a second. */
export async function action({ context, request }: ActionFunctionArgs) {
  const member = memberOf(context);
  const services = servicesOf(context);
  const values = await formOf(request);
  const { fields, errors } = readFields(Named, values);
  if (errors) return declined(values, { errors });
  const now = services.settings();
  const changes = Object.fromEntries(
    (["shopName", "shopAddress"] as const).flatMap((name) =>
      fields[name] === now[name] ? [] : [[name, fields[name]]],
    ),
  );
  const seen = { shopName: Number(values.shopNameVersion), shopAddress: Number(values.shopAddressVersion) };
  const cleared = values.demo === "clear" && (await clearedDemo(services, member, values.clearing ?? ""));
  if (cleared && "message" in cleared) return declined(values, { message: cleared.message, status: 409 });
  if (Object.keys(changes).length === 0) return redirect("/");
  const { success, data: parsed, error } = Settings.partial().safeParse(changes);
  if (!success) return declined(values, { errors: fieldErrors(error) });
  const saved = await saveSettings(services, member, {
    submission: values.submission ?? "",
    changes: pick(parsed, changes),
    seen,
  });
  return saved.saved
    ? redirect("/")
    : declined(values, { message: "Somebody named the shop meanwhile. Look under Settings.", status: 409 });
}

/** Clears the demo goods; what stands in the way is said where the form stands. */
async function clearedDemo(services: Services, member: Member, submission: string) {
  try {
    return await clearDemoShop(services, member, submission);
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return error;
    throw error;
  }
}

const pick = (parsed: Partial<Settings>, changes: object): Partial<Settings> =>
  Object.fromEntries(Object.entries(parsed).filter(([name]) => name in changes));

export default function ShopPage() {
  const { shopName, shopAddress, submission, clearing, demo, seen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  return (
    <>
      <Steps at={4} of={4} />
      <h1>Your shop</h1>
      <p className="door__text">
        Its name stands on every page, in every letter and on every slip. You can change its name and address later.
      </p>
      <KeptNotice kept={kept} />
      {answer?.message && <Notice title={answer.message} isAnswer />}
      <Form method="post" className="stack">
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="shopNameVersion" value={seen.shopName} />
        <input type="hidden" name="shopAddressVersion" value={seen.shopAddress} />
        <Field
          label="Name of the shop"
          name="shopName"
          autoComplete="organization"
          required
          defaultValue={typed.shopName ?? shopName}
          {...(errors.shopName && { error: errors.shopName })}
        />
        <Field
          label="Address"
          labelNote="in one line, for letters and slips"
          name="shopAddress"
          autoComplete="street-address"
          defaultValue={typed.shopAddress ?? shopAddress}
          {...(errors.shopAddress && { error: errors.shopAddress })}
        />
        {demo.goods > 0 && demo.hindrance === null && (
          <Choices label="The demo goods" note="You can clear them later, too, until the first real order.">
            <Choice name="demo" value="keep" defaultChecked={typed.demo !== "clear"}>
              Keep the {demo.goods} invented products, to look around
            </Choice>
            <Choice name="demo" value="clear" defaultChecked={typed.demo === "clear"}>
              Clear them with their reviews. This cannot be undone
            </Choice>
          </Choices>
        )}
        <input type="hidden" name="clearing" value={clearing} />
        <Button look="main" wide>
          Open the workshop
        </Button>
      </Form>
      <p className="door__more">
        <Link className="link" to="/">
          Later
        </Link>
      </p>
    </>
  );
}
