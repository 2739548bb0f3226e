import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { shownNumber } from "~/shop/orders/order-number";
import { type LetterState, noteCameBack, recallById } from "~/shop/recalls/recalls.server";
import { sentenceTime, wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("A recall");

const states: Record<LetterState, string> = {
  waiting: "Waits to be sent",
  sent: "Sent",
  refused: "Refused by the mail server",
  "came-back": "Came back",
  stopped: "Has stopped using it",
  over: "Not sent: it came back to you, the address was corrected, or the person was erased",
};

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const found = orNotFound(await recallById(services, member, params.id ?? ""));
  const { recall, letters, ...counts } = found;
  const zone = services.settings().timeZone;
  return {
    ...counts,
    id: recall.id,
    title: recall.title,
    words: recall.words,
    caseNumber: recall.caseNumber,
    unreachable: recall.unreachable,
    left: `${wholeDate(recall.firstDay, "UTC")} to ${wholeDate(recall.lastDay, "UTC")}`,
    began: wholeDate(recall.startedAt, zone),
    submission: randomUUID(),
    mayChange: can(member, "people.change"),
    mayExport: can(member, "export"),
    letters: letters.map(({ id, email, orderNumber, pieces, state, refusal, at }) => ({
      id,
      email: email ?? "Erased since",
      orderNumber,
      note: [
        states[state] + (at ? ` ${sentenceTime(at, new Date(), zone)}` : ""),
        counted(pieces, "piece"),
        refusal ?? "",
      ]
        .filter(Boolean)
        .join(", "),
      isSent: state === "sent",
    })),
  };
}

export const action = formAction({
  right: "people.change",
  schema: z.object({ letter: z.uuid() }),
  async act({ services, member, params, submission }, { letter }) {
    const { id = "" } = params;
    await noteCameBack(services, member, { submission, recallId: id, letterId: letter });
    return { to: `/recalls/${id}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page of a recall: whom it reached, who was not reached, and who does not use the goods any more. */
export default function RecallPage() {
  const found = useLoaderData<typeof loader>();
  const { id, title, words, letters, mayChange, mayExport, submission } = found;
  return (
    <>
      <PageHead
        title={title}
        back={{ to: "/recalls", name: "Recalls" }}
        acts={
          mayExport && (
            <ButtonLink to={`/recalls/${id}/file`} reloadDocument>
              Addresses as CSV
            </ButtonLink>
          )
        }
      >
        {`Case ${found.caseNumber}, began ${found.began}`}
      </PageHead>
      <DescriptionList
        rows={[
          { name: "Left", value: found.left },
          { name: "Letters sent", value: `${found.sent} of ${found.addresses}` },
          { name: "Refused by a mail server", value: found.refused },
          { name: "Came back", value: found.cameBack },
          { name: "Stopped using it", value: found.stopped },
          { name: "Pieces that cannot be reached", value: found.unreachable },
        ]}
      />
      <Section title="What they read">
        <p className="thread__words">{words}</p>
      </Section>
      <Section title="Addresses" note={String(found.addresses)}>
        <ul className="person__list">
          {letters.map((letter) => (
            <li key={letter.id} className="person__line">
              <Link className="link" to={`/orders/${letter.orderNumber}`}>
                {shownNumber(letter.orderNumber)}
              </Link>
              <span>
                {letter.email}
                <span className="sub">{letter.note}</span>
              </span>
              {mayChange && letter.isSent && (
                <WorkshopForm submission={submission}>
                  <input type="hidden" name="letter" value={letter.id} />
                  <Button look="bare">It came back</Button>
                </WorkshopForm>
              )}
            </li>
          ))}
        </ul>
        {letters.length < found.addresses && <p className="dust">The file has all of them.</p>}
      </Section>
    </>
  );
}
