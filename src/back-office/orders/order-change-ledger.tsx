import { type Cents, cents, formatCents } from "~/shop/money";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Field, SelectField, TextField } from "../ui/field";
import { Notice } from "../ui/notice";
import { Section } from "../ui/section";
import { useMailWaits } from "../use-mail-waits";
import { counted } from "../count-words";
import type { ChangePage } from "./order-change.server";

interface Props {
  page: ChangePage;
}

/** Preview of a change: kept, removed and added lines, and the sums before and after. */
export function ChangeLedger({ page: { ledger } }: Props) {
  if (!ledger) return null;
  const { goods, sums, notes, difference } = ledger;
  return (
    <Section title="What it costs">
      <table className="t">
        <tbody>
          {goods.map(({ title, lines }) =>
            lines.map(({ key, name, choice, sum }) => (
              <tr key={key}>
                <td>{title}</td>
                <td>
                  {name}
                  <span className="sub">{choice}</span>
                </td>
                <td className="n">{sum}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
      <table className="t change-sums">
        <thead>
          <tr>
            <th>Sum</th>
            <th className="n">Now</th>
            <th className="n">Changed</th>
          </tr>
        </thead>
        <tbody>
          {sums.map(({ name, why, before, after }) => (
            <tr key={name} className={name === "Total" ? "is-total" : undefined}>
              <td>
                {name}
                {why && <span className="sub">{why}</span>}
              </td>
              <td className="n">{before}</td>
              <td className="n">{after}</td>
            </tr>
          ))}
          <tr className="is-total">
            <td colSpan={2}>{difference < 0 ? "Goes back" : "To pay"}</td>
            <td className="n">{formatCents(cents(Math.abs(difference)))}</td>
          </tr>
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Section>
  );
}

const HOURS = [24, 48, 72, 96, 120, 168];
const LABELS = { words: "Words to the shopper", reason: "Why it costs less", hours: "How long it waits" };

/** Form that confirms the change with the difference that the preview shows; a link to the factor that it needs comes first. */
export function ChangeConfirm({ page }: Props) {
  const { ledger, confirm } = page;
  if (!ledger) return null;
  if (!ledger.asksFactor) return <ConfirmForm page={page} ledger={ledger} />;
  return (
    <Notice
      title="This change asks for your passkey or a code first."
      action={<ButtonLink to={confirm}>Show it and come back</ButtonLink>}
    >
      <p>{`${reducedWords(ledger.reduced)}With what you gave in the last 24 hours it is above the limit of the settings.`}</p>
    </Notice>
  );
}

const reducedWords = (reduced: Cents): string =>
  reduced > 0 ? `What comes costs ${formatCents(reduced)} less than today. ` : "";

function ConfirmForm({ page, ledger }: Props & { ledger: NonNullable<ChangePage["ledger"]> }) {
  const { submission, version, hours, wish, firstName, mayReduce } = page;
  const waits = useMailWaits();
  const { difference, reduced } = ledger;
  const isGiven =
    wish.isOurMistake || wish.lines.some(({ price }) => price !== "") || wish.added.some(({ price }) => price !== "");
  const choices = [...new Set([...HOURS, hours])].toSorted((a, b) => a - b);
  return (
    <WorkshopForm
      className="stack narrow-form"
      submission={submission}
      version={version}
      stored={{ hours: String(hours) }}
      labels={LABELS}
    >
      {({ field, isSending }) => (
        <>
          <input type="hidden" name="difference" value={difference} />
          <p>{reducedWords(reduced) + whatFollows(difference, firstName) + waits}</p>
          {difference > 0 && (
            <SelectField {...field("hours")} label={LABELS.hours}>
              {choices.map((each) => (
                <option key={each} value={each}>
                  {each % 24 === 0 ? counted(each / 24, "day") : counted(each, "hour")}
                </option>
              ))}
            </SelectField>
          )}
          <TextField {...field("words")} label={LABELS.words} labelNote="may be empty" maxLength={1000} />
          {mayReduce && isGiven && (
            <Field {...field("reason")} label={LABELS.reason} labelNote="for the log" maxLength={200} />
          )}
          <div className="made-acts">
            <Button look="main" busy={isSending}>
              {buttonWords(difference)}
            </Button>
          </div>
        </>
      )}
    </WorkshopForm>
  );
}

function whatFollows(difference: number, name: string): string {
  if (difference > 0)
    return `Nothing changes until it is paid: ${name} gets a letter with a link, what comes is held, and the order is not packed meanwhile.`;
  if (difference < 0)
    return `It is changed at once; the difference goes back the way it was paid, and ${name} gets a letter.`;
  return `It is changed at once, nothing is charged, and ${name} gets a letter.`;
}

const buttonWords = (difference: number): string =>
  difference === 0
    ? "Change the order"
    : difference > 0
      ? `Ask for ${formatCents(cents(difference))}`
      : `Change it, ${formatCents(cents(-difference))} back`;
