import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { restoreVersion } from "~/shop/publishing/versions.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Choice } from "../ui/field";
import { SideDialog } from "../ui/side-dialog";
import { type VersionLine, versionsPage } from "./versions.server";
import { textAddress, wordsAt } from "./texts-address";
import { titled } from "../titled";

export const meta = titled("Versions");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const words = orNotFound(wordsAt(params));
  const page = orNotFound(await versionsPage(servicesOf(context), memberOf(context), words, new Date()));
  return { ...page, submission: randomUUID() };
}

export const action = formAction({
  right: "content.change",
  schema: z.object({ of: z.coerce.number("Choose a version.").int().min(1) }),
  async act({ services, member, params, submission, version }, { of }) {
    const words = orNotFound(wordsAt(params));
    const result = await restoreVersion(services, member, { ...words, of, submission, version });
    if (!result.saved) return { late: "Somebody changed this text meanwhile. Look again, then decide." };
    return { to: textAddress(words), act: result.changed > 0 ? result.act : null };
  },
});

export const clientAction = sendForm;

/** Page of a text's published versions, one of which can be made the draft. */
export default function Versions() {
  const { here, name, versions, version, mayChange, submission } = useLoaderData<typeof loader>();
  const others = versions.filter(({ isNow }) => !isNow);
  return (
    <SideDialog title={`Versions of ${name}`} back={here}>
      <WorkshopForm className="side__form" submission={submission} version={version} labels={{ of: "Version" }}>
        <div className="side__body dialog__body">
          {versions.length === 0 && (
            <p className="dust">It is as it was delivered. Once it is changed on the shop, its versions stand here.</p>
          )}
          <ol>
            {versions.map((each) => (
              <OneVersion key={each.version} version={each} mayChange={mayChange} />
            ))}
          </ol>
        </div>
        <div className="dialog__foot side__foot">
          <p className="small dust">
            {others.length > 0 && "The chosen version becomes the draft. Nothing changes on the shop."}
          </p>
          <ButtonLink to={here} preventScrollReset>
            {others.length > 0 && mayChange ? "Cancel" : "Close"}
          </ButtonLink>
          {mayChange && others.length > 0 && (
            <Button look="main" fit>
              Restore it
            </Button>
          )}
        </div>
      </WorkshopForm>
    </SideDialog>
  );
}

function OneVersion({ version, mayChange }: { version: VersionLine; mayChange: boolean }) {
  const { version: number, at, stood, by, isNow, changed } = version;
  return (
    <li className="versions__one">
      <div className="versions__head">
        {mayChange && !isNow ? (
          <Choice name="of" value={String(number)}>
            <b>{stood}</b> <span className="sub">{at}</span>
          </Choice>
        ) : (
          <span>
            <b>{stood}</b> <span className="sub">{at}</span>
          </span>
        )}
        <span className="small dust">{by}</span>
      </div>
      {changed.map(({ label, from, to }) => (
        <p key={label} className="versions__change">
          <span className="sub">{label}</span>
          <del className="old">{from}</del> <ins>{to}</ins>
        </p>
      ))}
    </li>
  );
}
