import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { picturesFor } from "~/platform/media.server";
import { ANOTHER, fieldOf, isAboutSize, withOthers } from "~/shop/returns/exchange-form";
import { exchangeReceived, foundNothing, linesToExchange } from "~/shop/returns/exchange-received.server";
import type { OfferedChoice } from "~/shop/returns/lines-to-choose";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { sendForm, showNewest } from "../forms/send-form";
import { useAsked } from "../forms/use-unsaved";
import { useMailWaits } from "../use-mail-waits";
import { InsteadFields } from "./instead-fields";
import { insteadWords } from "./instead-words";
import { ReturnedLine } from "./returned-line";
import { StepPage } from "./step-form";
import { titled } from "../titled";
import { openStep, type Step, stepAction } from "./step.server";

export const meta = titled("Exchange a return");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { view, form, isOpen } = await openStep(context, params.number, { right: "returns.settle", state: "received" });
  const lines = isOpen ? await linesToExchange(services, member, view.number) : [];
  const pictures = await picturesFor(
    services.db,
    lines.flatMap(({ image }) => (image ? [image] : [])),
  );
  return {
    view,
    form,
    isOpen: isOpen && lines.length > 0,
    lines: lines.map(({ image, reason, next, ...line }) => ({
      ...line,
      plate: pictures.get(image)?.hash ?? null,
      first: isAboutSize(reason) ? next[reason] : undefined,
      fields: {
        exchange: fieldOf("exchange", line.position),
        other: fieldOf("other", line.position),
        instead: fieldOf("instead", line.position),
      },
    })),
  };
}

export const action = stepAction("returns.settle", exchange);

/** Reserves the chosen goods, or shows the form again with the products found by its search. */
async function exchange({ services, member, form, values }: Step) {
  const wish = withOthers(values);
  const looksFor = Object.keys(wish).filter((name) => /^exchange-\d{1,3}$/.test(name) && wish[name] === ANOTHER);
  const others = async () => {
    const lines = await linesToExchange(services, member, form.number, wish);
    return { lines, asks: Object.fromEntries(lines.map(({ position, others: found }) => [position, found])) };
  };
  if (values.step === "look" && looksFor.length > 0) {
    const { lines, asks } = await others();
    return { asks, instead: wish, errors: foundNothing(wish, lines) };
  }
  try {
    return await exchangeReceived(services, member, form, values);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid" || looksFor.length === 0) throw error;
    return { asks: (await others()).asks, errors: error.fields as Record<string, string> };
  }
}

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the form that exchanges received pieces for goods at any price. */
export default function Exchange() {
  const { lines, ...page } = useLoaderData<typeof loader>();
  const found = useAsked<Record<number, OfferedChoice[]>>()?.asks;
  const waits = useMailWaits();
  return (
    <StepPage
      {...page}
      title={`Exchange ${page.view.shown}`}
      labels={(field) => insteadWords(field, lines)}
      note={`What you choose is kept. If it costs more, the shopper gets a link to pay, and you settle the return once it is paid.${waits}`}
      button="Keep it for the shopper"
    >
      {({ field }) =>
        lines.map(({ position, name, choice, pieces, first, variants, plate, fields }) => (
          <ReturnedLine
            key={position}
            plate={plate}
            name={name}
            choice={choice}
            note={`${counted(pieces, "piece")} came`}
          >
            <InsteadFields
              first={first}
              emptyLabel="Nothing"
              variants={variants}
              others={found?.[position] ?? []}
              names={fields}
              field={field}
              of={name}
            />
          </ReturnedLine>
        ))
      }
    </StepPage>
  );
}
