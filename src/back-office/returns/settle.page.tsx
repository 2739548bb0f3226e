import { type ActionFunctionArgs, type LoaderFunctionArgs, useActionData, useLoaderData } from "react-router";
import { refundBySettling, settleAsMember } from "~/shop/returns/settle-return.server";
import {
  cameOf,
  conditions,
  CONDITIONS,
  type LineToSettle,
  restockField,
  settleField,
  usualSettlement,
} from "~/shop/returns/settlement";
import { Field, SelectField, TextField } from "../ui/field";
import { needsFactor } from "../orders/order-refund.server";
import { useKept } from "../use-pending-form";
import { requireConfirmedForm } from "../visit.server";
import { counted } from "../count-texts";
import { ReturnedLine } from "./returned-line";
import { openStep, takeStep } from "./step.server";
import { StepForm, StepOver } from "./step-form";

export const meta = () => [{ title: "Settle a return | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, file, form, isOpen } = await openStep(context, params.number, {
    right: "returns.settle",
    state: "received",
  });
  const usual = usualSettlement(file.toSettle);
  const lines = file.toSettle.flatMap((line) => {
    const words = view.lines.find(({ position }) => position === line.position);
    const own = usual.lines.find(({ position }) => position === line.position);
    return words && own && cameOf(line) > 0 ? [{ line, words, usual: own }] : [];
  });
  return { view, form, isOpen, lines };
}

export function action({ context, request, params }: ActionFunctionArgs) {
  const sent = request.clone() as Request;
  return takeStep(context, request, params.number, async ({ services, member, form, values }) => {
    const { given, amount } = await refundBySettling(services, member, form.number, values);
    if (amount > 0 && needsFactor(services, given, amount)) await requireConfirmedForm(sent, context);
    await settleAsMember(services, member, form, values);
  });
}

/** Settles a return: shelf, money, and what is sent instead, a line each. */
export default function Settle() {
  const { view, form, isOpen, lines } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  const back = `/returns/${view.number}`;
  const title = `Settle ${view.shown}`;
  if (!isOpen) return <StepOver title={title} back={back} message={answer?.message} />;
  const typed = answer?.values ?? kept;
  const errors = answer?.errors ?? {};
  return (
    <StepForm
      title={title}
      back={back}
      hidden={{ ...form }}
      answer={answer}
      labelOf={(field) => fieldWords(field, lines)}
      note="Money that has gone back cannot be undone. Pressed twice, it goes back once. The shopper gets a letter."
      button="Settle it"
      isFinal
    >
      {lines.map(({ line, words, usual }) => (
        <ReturnedLine key={line.position} {...words} note={`Came: ${words.came}. ${words.why}`}>
          <LineFields line={line} usual={usual} typed={typed} errors={errors} />
        </ReturnedLine>
      ))}
      <TextField
        id="words"
        name="words"
        label="Words to the shopper"
        labelNote="in the letter; needed when not everything goes back"
        rows={3}
        defaultValue={typed.words ?? ""}
        {...(errors.words && { error: errors.words })}
      />
    </StepForm>
  );
}

interface LineFieldsProps {
  line: LineToSettle;
  usual: ReturnType<typeof usualSettlement>["lines"][number];
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

function LineFields({ line, usual, typed, errors }: LineFieldsProps) {
  const { position, arrived, pairs, refundable } = line;
  const count = (name: string, label: string, value: number, note?: string) => (
    <Field
      key={name}
      id={name}
      name={name}
      label={label}
      inputMode="numeric"
      defaultValue={typed[name] ?? String(value)}
      {...(note && { note })}
      {...(errors[name] && { error: errors[name] })}
    />
  );
  const pair = settleField("pair", position);
  const most = Math.min(cameOf(line), refundable);
  const short = most < cameOf(line) ? `${counted(most, "piece")} at most: the rest went back before` : undefined;
  return (
    <>
      {count(settleField("refund", position), "Refund", usual.refunded, short)}
      {pairs.length > 0 && (
        <>
          {count(settleField("exchange", position), "Exchange", usual.exchanged)}
          <SelectField
            id={pair}
            name={pair}
            label="Send instead"
            defaultValue={typed[pair] ?? String(usual.exchangeVariantId ?? line.exchangeVariantId ?? "")}
            {...(errors[pair] && { error: errors[pair] })}
          >
            <option value="">Choose</option>
            {pairs.map(({ id, name, left }) => (
              <option key={id} value={id}>
                {name}, {left === null ? "no limit" : left === 0 ? "sold out" : `${left} left`}
              </option>
            ))}
          </SelectField>
        </>
      )}
      {CONDITIONS.map((condition) =>
        arrived[condition]
          ? count(
              restockField(position, condition),
              `Back on the shelf, ${conditions[condition].label.toLowerCase()}`,
              usual.restocked[condition] ?? 0,
              `of ${arrived[condition]}; the rest is written off`,
            )
          : null,
      )}
    </>
  );
}

const FIELDS: Record<string, string> = {
  refund: "Refund",
  exchange: "Exchange",
  pair: "Send instead",
  restock: "Shelf",
};

function fieldWords(field: string, lines: { words: { position: number; name: string } }[]): string {
  if (field === "words") return "Words to the shopper";
  const [kind = "", position] = field.split("-");
  const name = lines.find(({ words }) => words.position === Number(position))?.words.name ?? "";
  return `${name}, ${(FIELDS[kind] ?? kind).toLowerCase()}`;
}
