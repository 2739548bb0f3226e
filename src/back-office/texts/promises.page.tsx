import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { promiseTopics, type PromiseTopic } from "~/shop/publishing/promises";
import { confirmPromises, hidePromise, shopPromises } from "~/shop/publishing/promises.server";
import { filled, hasOwnEmail } from "~/shop/settings";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { textAddress } from "./texts-address";
import { titled } from "../titled";

export const meta = titled("What your shop promises");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "settings.read");
  const settings = services.settings();
  const promises = (await shopPromises(services)).map(({ text, sentence, ...promise }) => ({
    ...promise,
    // The chips of letters, such as an amount, differ from letter to letter.
    sentence: filled(sentence, settings).replaceAll(/\{\w+\}/g, "…"),
    way: textAddress(text),
  }));
  return {
    promises,
    unreadEmail: hasOwnEmail(settings) ? null : settings.supportEmail,
    mayChange: can(member, "settings.change") && can(member, "content.change"),
    submission: randomUUID(),
  };
}

/** Keys of sentences with a space between them: those of a whole topic. The limit of a form's bytes is their only one. */
const Keys = z.object({ key: z.string() });

export const action = formActions({
  true: {
    right: "settings.change",
    schema: Keys,
    async act({ services, member }, { key }) {
      await confirmPromises(services, member, key.split(" "));
      return { to: "/promises" };
    },
  },
  hide: {
    right: "content.change",
    schema: Keys,
    async act({ services, member, submission }, { key }) {
      const saved = await hidePromise(services, member, { submission, key });
      if (!saved.saved) return { late: "Somebody changed this text meanwhile. Look again, then decide." };
      return { to: "/promises", act: saved.changed > 0 ? saved.act : null };
    },
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["promises"][number];

/** Page of all sentences on the shop that bind its merchant: each is true, is changed, or is hidden. */
export default function Promises() {
  const { promises, unreadEmail } = useLoaderData<typeof loader>();
  const open = promises.filter(({ isTrue }) => !isTrue).length;
  return (
    <>
      <PageHead title="What your shop promises" back={{ to: "/", name: "Today" }}>
        {open === 0
          ? "You have read every sentence that binds you."
          : `${counted(open, "sentence binds", "sentences bind")} you, and nobody has read ${open === 1 ? "it" : "them"} yet.`}
      </PageHead>
      <FormMessage of={["true", "hide"]} />
      {unreadEmail !== null && (
        <p className="well">
          <span>Help is promised at {unreadEmail}, which came with the demo: nobody reads it.</span>
          <Link className="link" to="/settings/shop">
            Write your address
          </Link>
        </p>
      )}
      {promises.length === 0 && (
        <NothingYet title="No sentence binds you" way={<ButtonLink to="/words">Words</ButtonLink>}>
          Nothing on the shop speaks of returns, delivery, hours or a sale.
        </NothingYet>
      )}
      {(Object.keys(promiseTopics) as PromiseTopic[]).map((topic) => (
        <Topic key={topic} topic={topic} promises={promises.filter((promise) => promise.topic === topic)} />
      ))}
    </>
  );
}

function Topic({ topic, promises }: { topic: PromiseTopic; promises: Shown[] }) {
  const { mayChange, submission } = useLoaderData<typeof loader>();
  if (promises.length === 0) return null;
  const { title, settings } = promiseTopics[topic];
  const open = promises.filter(({ isTrue }) => !isTrue);
  return (
    <Section title={title} note={open.length === 0 ? "all true" : `${open.length} of ${promises.length} to read`}>
      <ul className="promises">
        {promises.map((promise) => (
          <li key={promise.key}>
            <div>
              <p>{promise.sentence}</p>
              <p className="small dust">{promise.where}</p>
            </div>
            <Acts promise={promise} />
          </li>
        ))}
      </ul>
      {mayChange && (
        <div className="promises__all">
          {settings !== "" && (
            <Link className="link" to={`/settings/${settings}`}>
              Change the times and sums
            </Link>
          )}
          {open.length > 1 && (
            <WorkshopForm name={`true:${topic}`} submission={submission} isBare>
              <input type="hidden" name="key" value={open.map(({ key }) => key).join(" ")} />
              <Button>
                All of these are true<span className="vh">: {title}</span>
              </Button>
            </WorkshopForm>
          )}
        </div>
      )}
    </Section>
  );
}

function Acts({ promise: { key, sentence, way, isTrue, hides } }: { promise: Shown }) {
  const { mayChange, submission } = useLoaderData<typeof loader>();
  const about = <span className="vh">: {sentence}</span>;
  return (
    <div className="promises__acts">
      {isTrue && <span className="dust">True</span>}
      {mayChange && !isTrue && (
        <WorkshopForm name={`true:${key}`} submission={submission} isBare>
          <input type="hidden" name="key" value={key} />
          <Button>True{about}</Button>
        </WorkshopForm>
      )}
      <Link className="link" to={way}>
        Change{about}
      </Link>
      {mayChange && hides && (
        <WorkshopForm name={`hide:${key}`} submission={submission} isBare>
          <input type="hidden" name="key" value={key} />
          <Button look="bare">Hide{about}</Button>
        </WorkshopForm>
      )}
    </div>
  );
}
