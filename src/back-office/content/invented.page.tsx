import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { inventedGroups, type InventedGroup, type InventedText } from "~/demo/invented-texts";
import { hideInvented, inventedTexts } from "~/demo/invented-texts.server";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Tick } from "../ui/field";
import { Fold } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("Hide what was invented");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "content.change", "settings.change");
  return { texts: await inventedTexts(services), submission: randomUUID() };
}

export const action = formAction({
  schema: z.object({}),
  async act({ services, member, submission, all }) {
    const chosen = new Set(all("chosen"));
    if (chosen.size === 0) return { message: "Tick what is to be hidden.", status: 422 };
    const saved = await hideInvented(services, member, { submission, chosen });
    if (!saved.saved) return { late: "Somebody changed one of these texts meanwhile. Look again, then hide them." };
    return { to: "/", act: saved.changed > 0 ? saved.act : null };
  },
});

export const clientAction = sendForm;

/** Page that lists the demo's texts that nobody changed, with ticks, and hides them in one act. */
export default function InventedPage() {
  const { texts, submission } = useLoaderData<typeof loader>();
  if (texts.length === 0)
    return (
      <DialogPage
        title="Hide what was invented"
        foot={
          <>
            <p>Nothing is hidden here.</p>
            <ButtonLink look="bare" to="/">
              Today
            </ButtonLink>
          </>
        }
      >
        <p>No text that the demo invented stands on the shop any more.</p>
      </DialogPage>
    );
  return (
    <WorkshopForm submission={submission}>
      {({ isSending }) => (
        <DialogPage
          title="Hide what was invented"
          foot={
            <>
              <p>It can be undone, as a whole or text by text.</p>
              <ButtonLink look="bare" to="/">
                Keep them
              </ButtonLink>
              <Button look="rust" fit busy={isSending}>
                Hide what is ticked
              </Button>
            </>
          }
        >
          <div className="stack">
            <p>
              These texts came with the demo, and nobody has changed them. What is ticked is hidden from shoppers: each
              stays in Words as a draft of yours, and comes back when you show it there.
            </p>
            {(Object.keys(inventedGroups) as InventedGroup[]).map((group) => (
              <Group key={group} group={group} texts={texts.filter((text) => text.group === group)} />
            ))}
          </div>
        </DialogPage>
      )}
    </WorkshopForm>
  );
}

/** The texts of a group; a long group is folded. */
function Group({ group, texts }: { group: InventedGroup; texts: InventedText[] }) {
  if (texts.length === 0) return null;
  return (
    <Fold title={inventedGroups[group]} note={String(texts.length)} isOpen={texts.length <= OPEN}>
      <div className="stack">
        {texts.map(({ key, name }) => (
          <Tick key={key} name="chosen" value={key} defaultChecked>
            {name}
          </Tick>
        ))}
      </div>
    </Fold>
  );
}

/** Most texts that a group shows at once. */
const OPEN = 9;
