import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { byName } from "~/platform/by-name";
import { type Delivery, deliveryAnswers, receiveDelivery } from "~/shop/catalog/stock/delivery.server";
import { limits } from "~/shop/limits";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field, SelectField, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { CsvFile } from "./csv-file";
import { titled } from "../titled";

/** Field names of a line of a delivery, and of the variant chosen for it. */
const lineName = (place: number): string => `line-${place}`;
const pickName = (place: number): string => `pick-${place}`;

/** Variants that the member chose for lines whose SKU several variants share. */
const picksIn = (typed: Record<string, string>): { text: string; variantId: number }[] =>
  Object.entries(typed).flatMap(([name, value]) => {
    const [, place] = /^pick-(\d{1,4})$/.exec(name) ?? [];
    const text = place === undefined ? undefined : typed[lineName(Number(place))];
    return text !== undefined && /^\d{1,9}$/.test(value) ? [{ text, variantId: Number(value) }] : [];
  });

export const meta = titled("Receive a delivery");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "stock.change");
  const sent = new URL(request.url).searchParams.get("sent") ?? "";
  const delivery = await deliveryAnswers(services, member, sent);
  const wrong = delivery?.answers.flatMap((answer) => ("error" in answer ? [answer] : [])) ?? [];
  const stored = { lines: wrong.map(({ text }) => text).join("\n"), reason: delivery?.reason ?? "" };
  return { submission: randomUUID(), delivery, wrong, stored };
}

export const action = formAction({
  right: "stock.change",
  schema: z.looseObject({
    lines: z.string().max(100_000, "Paste at most 1,000 lines."),
    reason: PlainLine(limits.text.line).default(""),
  }),
  async act({ services, member, submission, typed }, { lines, reason }) {
    const delivery = await receiveDelivery(services, member, {
      submission,
      pasted: lines,
      reason,
      picks: picksIn(typed),
    });
    const isWhole = delivery.answers.every((answer) => "pieces" in answer);
    // Lines that could not be received are shown again, in a form with a new submission id.
    return {
      to: isWhole ? "/stock/delivery" : `/stock/delivery?sent=${submission}`,
      act: delivery.pieces > 0 ? delivery.act : null,
    };
  },
});
export const clientAction = sendForm;

const LABELS = byName<string>({ lines: "Lines", reason: "From whom" });

/** Form for a delivery, one line each with a SKU or barcode and a number of pieces, as copied from a spreadsheet or a note. */
export default function DeliveryPage() {
  const { submission, delivery, wrong, stored } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Receive a delivery" back={{ to: "/stock", name: "Stock" }}>
        One line for each variant: its SKU or barcode, and how many came. A copy of two columns of a spreadsheet does,
        too. Where several variants share a SKU, the line may name color and size between the two.
      </PageHead>
      {delivery && wrong.length > 0 && <Answers delivery={delivery} wrong={wrong} />}
      <WorkshopForm
        className="stack narrow-form"
        action="/stock/delivery"
        submission={submission}
        stored={stored}
        labels={LABELS}
      >
        {(parts) => (
          <>
            <Picks wrong={wrong} parts={parts} />
            <DeliveryFields parts={parts} />
            <div>
              <Button look="main" busy={parts.isSending}>
                Receive these
              </Button>
            </div>
          </>
        )}
      </WorkshopForm>
    </>
  );
}

type Wrong = ReturnType<typeof useLoaderData<typeof loader>>["wrong"];

/** Choice of a variant for each line whose SKU several variants share. */
const Picks = ({ wrong, parts: { field } }: { wrong: Wrong; parts: FormParts }) =>
  wrong.map(
    ({ text, choices }, place) =>
      choices && (
        <div key={place}>
          <input type="hidden" name={lineName(place)} value={text} />
          <SelectField {...field(pickName(place))} label={text} labelNote="which one came">
            <option value="">Choose</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      ),
  );

const DeliveryFields = ({ parts: { field } }: { parts: FormParts }) => (
  <>
    <TextField {...field("lines")} label="Lines" rows={10} placeholder={"IM-A-GLG-BLK-L, 12\nIM-TEE, Black, M, 3"} />
    <CsvFile into="lines" />
    <Field {...field("reason")} label="From whom" labelNote="or the number of their note; stands in the ledger" />
  </>
);

/** Result of each line: the received pieces, or how to correct the line; lines that were refused remain in the field. */
const Answers = ({ delivery: { act, pieces, answers }, wrong }: { delivery: Delivery; wrong: Wrong }) => (
  <>
    <Notice
      title={`${counted(wrong.length, "line was", "lines were")} not received. ${wrong.length === 1 ? "It stands" : "They stand"} in the field again.`}
      isAnswer
    >
      <ul className="notice__links">
        {wrong.map(({ text, error }, index) => (
          <li key={index}>
            <b>{text}</b>: {error}
          </li>
        ))}
      </ul>
    </Notice>
    {pieces > 0 && (
      <Section title={`Received: ${counted(pieces, "piece")}`} note={<Link to={`/log/${act}`}>Take it back</Link>}>
        <ul>
          {answers.flatMap((answer, index) =>
            "name" in answer ? [<li key={index}>{`${answer.name}: ${counted(answer.pieces, "piece")}`}</li>] : [],
          )}
        </ul>
      </Section>
    )}
  </>
);
