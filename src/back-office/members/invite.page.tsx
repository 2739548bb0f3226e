import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { linkLasts } from "~/shop/members/link-kinds";
import { roles, roleWords } from "~/shop/members/member";
import { invite } from "~/shop/audit/invite-member.server";
import { requireRight } from "~/shop/members/rights.server";
import { EmailAddress } from "~/shop/form-submission";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useShown } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { LinkToHandOver } from "./link-to-hand-over";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Field, SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { DescriptionList } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("Invite a member");

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "members");
  return { isMailed: services.mail.isDelivering, submission: randomUUID() };
}

export const action = formAction({
  right: "members",
  schema: z.object({ email: EmailAddress, role: z.enum(roles) }),
  async act({ services, member, submission }, { email, role }) {
    const { isDelivering: isMailed } = services.mail;
    const { token } = await invite(services, member, { email, role, submission, isMailed }, new Date());
    const link = token && `${services.backOfficeAddress}/welcome/invitation?token=${token}`;
    return { shown: { link, email, isRenewal: !isMailed } satisfies Invited };
  },
});

export const clientAction = sendForm;

/** Result that replaces the form after an invitation. */
interface Invited {
  link: string | undefined;
  email: string;
  isRenewal: boolean;
}

export default function Invite() {
  const { isMailed, submission } = useLoaderData<typeof loader>();
  const invited = useShown<Invited>();
  return (
    <>
      <PageHead title="Invite a member" back={{ to: "/members", name: "Members" }}>
        They get a link that works once, within {linkLasts("invitation")}, and set up their own way in.
      </PageHead>
      {invited ? (
        <LinkToHandOver {...invited} />
      ) : (
        <WorkshopForm
          className="stack narrow-form"
          submission={submission}
          stored={{ role: "packer" }}
          labels={{ email: "E-mail", role: "Role" }}
        >
          {({ field, isSending }) => (
            <>
              {!isMailed && (
                <Notice title="This shop sends no mail yet: you get the link here, to hand over yourself." />
              )}
              <Field {...field("email")} label="E-mail" type="email" required />
              <SelectField {...field("role")} label="Role">
                {roles.map((role) => (
                  <option key={role} value={role}>
                    {roleWords[role].name}
                  </option>
                ))}
              </SelectField>
              <DescriptionList
                rows={roles.map((role) => ({ name: roleWords[role].name, value: roleWords[role].does }))}
              />
              <div>
                <Button look="main" busy={isSending}>
                  Invite them
                </Button>
              </div>
            </>
          )}
        </WorkshopForm>
      )}
    </>
  );
}
