import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { receiveAsMember } from "~/shop/returns/receive-return.server";
import { cameField, conditions, CONDITIONS } from "~/shop/returns/settlement";
import { sendForm, showNewest } from "../forms/send-form";
import { Field } from "../ui/field";
import { ReturnedLine } from "./returned-line";
import { openStep, stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("A return is here");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, file, form } = await openStep(context, params.number, { right: "returns.receive", state: "started" });
  const isHere = file.state === "received";
  // A second count is prefilled with the numbers of the first count.
  const counted = Object.fromEntries(
    file.lines.flatMap(({ position, arrived }) =>
      arrived.map(({ condition, quantity }) => [cameField(position, condition), String(quantity)]),
    ),
  );
  return { view, form, isHere, counted: isHere ? counted : {}, isOpen: isHere || file.state === "started" };
}

export const action = stepAction("returns.receive", ({ services, member, form, values }) =>
  receiveAsMember(services, member, form, values),
);

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form for received pieces of a return and their condition. */
export default function Receive() {
  const { isHere, counted, ...page } = useLoaderData<typeof loader>();
  const { view } = page;
  const title = `What came of ${view.shown}`;
  return (
    <StepPage
      {...page}
      title={title}
      stored={counted}
      labels={(field) => fieldWords(field, view.lines)}
      note={
        isHere
          ? "The log keeps what was counted before. The shopper gets the letter again, with what is right."
          : "The shopper gets a letter that it arrived. Stock and money stay as they are until it is settled."
      }
      button={isHere ? "Correct the count" : "Take it in"}
    >
      {({ field }) => (
        <>
          {view.lines.map((line) => (
            <ReturnedLine
              key={line.position}
              {...line}
              note={[`${line.announced} announced: ${line.why}`, line.before].filter(Boolean).join(". ")}
            >
              {CONDITIONS.map((condition) => (
                <Field
                  key={condition}
                  {...field(cameField(line.position, condition))}
                  label={conditions[condition].label}
                  inputMode="numeric"
                />
              ))}
            </ReturnedLine>
          ))}
          <p className="small dust">
            Leave a field empty where nothing came like that. What is missing is told to the shopper.
          </p>
        </>
      )}
    </StepPage>
  );
}

function fieldWords(field: string, lines: { position: number; name: string }[]): string {
  const [, position, ...condition] = field.split("-");
  const name = lines.find((line) => line.position === Number(position))?.name ?? "";
  const found = CONDITIONS.find((each) => each === condition.join("-"));
  return found ? `${name}, ${conditions[found].label.toLowerCase()}` : name;
}
