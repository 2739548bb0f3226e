import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { z } from "zod";
import { receiveDelivery } from "~/shop/catalog/stock/delivery.server";
import { formOf } from "~/shop/form";
import { limits } from "~/shop/limits";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button } from "../ui/button";
import { Field, TextField } from "../ui/field";
import { KeptNotice } from "../ui/pending-form-notice";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary, Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useChangedForm } from "../ui/use-changed-form";
import { useKept } from "../use-pending-form";
import { counted } from "../count-texts";
import { CsvFile } from "./csv-file";

export const meta = () => [{ title: "Receive a delivery | Workshop" }];

const Pasted = z.object({
  submission: z.uuid(),
  lines: z.string().max(100_000, "Paste at most 1,000 lines."),
  reason: PlainLine(limits.text.line).default(""),
});

export async function loader({ context }: LoaderFunctionArgs) {
  await requireRight(servicesOf(context), memberOf(context), "stock.change");
  return { submission: randomUUID() };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const values = await formOf(request);
  const { fields, errors } = readFields(Pasted, values);
  if (errors) return declined(values, { errors });
  try {
    const { submission, lines, reason } = fields;
    const delivery = await receiveDelivery(services, member, { submission, pasted: lines, reason });
    const wrong = delivery.answers.flatMap((answer) => ("error" in answer ? [answer] : []));
    if (wrong.length === 0) return redirect(`/stock/delivery?done=${delivery.act}`);
    // What could not be read stays in the field, under an id of its own.
    const left = { submission: randomUUID(), lines: wrong.map(({ text }) => text).join("\n"), reason };
    return data(
      { values: left, errors: {}, delivery, wrong, message: undefined },
      { status: delivery.saved ? 200 : 422 },
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return declined(values, { errors: error.fields });
  }
}

const LABELS: Record<string, string> = { lines: "Lines", reason: "From whom" };

/** Takes in what a delivery brought: SKU and pieces, a line each, as a spreadsheet or a note has them. */
export default function DeliveryPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const typed = answer?.values ?? kept;
  const errors: Record<string, string> = answer?.errors ?? {};
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  return (
    <>
      <PageHead title="Receive a delivery" back={{ to: "/stock", name: "Stock" }}>
        One line for each pair: its SKU and how many came. A copy of two columns of a spreadsheet does, too.
      </PageHead>
      {answer && "delivery" in answer && <Answers delivery={answer.delivery} wrong={answer.wrong} />}
      <Form
        method="post"
        action="/stock/delivery"
        className="stack adjust"
        noValidate
        ref={element}
        onSubmit={onSubmit}
        key={typed.submission ?? loaded.submission}
      >
        <LeaveGuard isChanged={isChanged} />
        <KeptNotice kept={typed === kept ? kept : {}} />
        <ErrorSummary errors={Object.entries(errors).map(([id, error]) => ({ id, label: LABELS[id] ?? id, error }))} />
        <input type="hidden" name="submission" value={typed.submission ?? loaded.submission} />
        <DeliveryFields typed={typed} errors={errors} />
        <div>
          <Button look="main" busy={useNavigation().formMethod === "POST"}>
            Receive these
          </Button>
        </div>
      </Form>
    </>
  );
}

interface DeliveryFieldsProps {
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

const DeliveryFields = ({ typed, errors }: DeliveryFieldsProps) => (
  <>
    <TextField
      id="lines"
      name="lines"
      label="Lines"
      rows={10}
      placeholder={"IM-A-GLG-BLK-L, 12"}
      defaultValue={typed.lines ?? ""}
      error={errors.lines}
    />
    <CsvFile into="lines" />
    <Field
      id="reason"
      name="reason"
      label="From whom"
      labelNote="or the number of their note; stands in the ledger"
      defaultValue={typed.reason ?? ""}
      error={errors.reason}
    />
  </>
);

interface AnswersProps {
  delivery: Awaited<ReturnType<typeof receiveDelivery>>;
  wrong: { text: string; error: string }[];
}

/** Each line's answer: what was received, and what to do about the others, which stand in the field again. */
const Answers = ({ delivery: { act, pieces, saved, answers }, wrong }: AnswersProps) => (
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
    {saved && (
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
