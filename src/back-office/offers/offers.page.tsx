import { type KeyboardEvent, useEffect, useRef } from "react";
import { Link, type LoaderFunctionArgs, useFetcher, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import type { FormAnswer } from "../forms/form-answer";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { newSubmission } from "../forms/sent-ids";
import { WorkshopForm } from "../forms/workshop-form";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import type { ItemPlace } from "../ui/list-drag";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { useListDrag } from "../ui/use-list-drag";
import { titled } from "../titled";
import { offersPage, putOffer } from "./offers.server";

export const meta = titled("Offers");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  return { ...(await offersPage(services, member, new Date())), maySum: can(member, "figures.read") };
}

/** New place of an offer, as a button's value or sent by script. */
const Place = z.union([
  z.enum(["earlier", "later", "last"]),
  z
    .string()
    .regex(/^before:[\da-f-]{36}$/)
    .transform((text) => ({ before: text.slice("before:".length) })),
]);

export const action = formActions({
  move: {
    right: "discounts.change",
    schema: z.object({ id: z.uuid(), to: Place }),
    act: (sent, { id, to }) => putOffer(sent, id, to),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** List of the offers in the order in which they take, which members change by dragging or by buttons. */
export default function Offers() {
  const { lines, example, mayChange, mayAdd, maySum } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Offers"
        back={{ to: "/discounts", name: "Discounts" }}
        acts={
          <>
            {maySum && <ButtonLink to="/figures/offers">What they cost</ButtonLink>}
            <ButtonLink to="/offers/try">Try a bag</ButtonLink>
            {mayAdd && (
              <ButtonLink look="main" fit to="/offers/new">
                Make an offer
              </ButtonLink>
            )}
          </>
        }
      >
        What an order gets by itself, without a code.
      </PageHead>
      <FormMessage of={["move"]} />
      {lines.length > 0 ? (
        <List />
      ) : (
        <NothingYet title="No offer yet">
          {mayChange ? "Make one, and every bag that fits gets it." : "Nothing stands here."}
        </NothingYet>
      )}
      <p className="small dust offers__how">
        Sale prices and planned prices come first. Then each offer takes from the pieces that no offer above it has, the
        cheapest first where it says so. Then one code counts on what is left, then delivery. Gift cards are in no
        offer.
      </p>
      {example && <p className="small dust offers__how">{example}</p>}
    </>
  );
}

function List() {
  const { lines, mayChange } = useLoaderData<typeof loader>();
  const ids = lines.map(({ id }) => id);
  const list = useRef<HTMLOListElement>(null);
  const { move, refused, pressed } = useMoves(list);
  const touch = useListDrag(list, ids, { isOn: mayChange && lines.length > 1, onMove: move });
  return (
    <>
      {refused && (
        <p className="field__error" role="alert">
          {refused}
        </p>
      )}
      <ol className="offers" ref={list} onPointerOver={touch}>
        {lines.map((line, place) => (
          <Line
            key={line.id}
            line={line}
            isFirst={place === 0}
            isLast={place === lines.length - 1}
            onMove={(to) => pressed(line.id, to)}
          />
        ))}
      </ol>
    </>
  );
}

type Step = "earlier" | "later";

/** Sends the place of a dragged offer, and keeps the focus on the button that moved one, or on its other one at an end of the list. */
function useMoves(list: { current: HTMLElement | null }) {
  const { lines } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<Partial<FormAnswer>>();
  const answer = fetcher.data;
  const last = useRef<{ id: string; to: Step }>(undefined);
  useEffect(() => {
    const pressed = last.current;
    last.current = undefined;
    const isThere = lines.some(({ id }) => id === pressed?.id);
    if (!pressed || !isThere || list.current?.contains(document.activeElement)) return;
    const own = list.current?.querySelector(`[data-item="${CSS.escape(pressed.id)}"]`);
    const buttons = [...(own?.querySelectorAll("button") ?? [])];
    (buttons.find(({ value }) => value === pressed.to) ?? buttons[0])?.focus();
  }, [lines, list]);
  const words = [answer?.message, ...Object.values(answer?.errors ?? {})].filter(Boolean).join(" ");
  return {
    /** Reason why the last drag was not done; empty if it was. */
    refused: fetcher.state === "idle" ? words : "",
    /** Remembers the button that moves an offer. */
    pressed: (id: string, to: Step) => (last.current = { id, to }),
    move(id: string, to: ItemPlace) {
      // After a lost answer the act keeps its id, so that it is done once.
      const submission = (answer?.isLost && answer.typed?.submission) || newSubmission();
      const fields = { form: "move", submission, id, to: typeof to === "string" ? to : `before:${to.before}` };
      void fetcher.submit(fields, { method: "post", action: "/offers" });
    },
  };
}

interface LineProps {
  line: ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];
  isFirst: boolean;
  isLast: boolean;
  onMove(to: Step): void;
}

function Line({ line: { id, sentence, goods, span, isWithoutCodes, state }, isFirst, isLast, onMove }: LineProps) {
  const { mayChange, submission, lines } = useLoaderData<typeof loader>();
  const isScripted = useHydrated();
  const button = (to: Step, words: string) => (
    <button className="link" name="to" value={to} aria-label={`${words}: ${sentence}`} onClick={() => onMove(to)}>
      {words}
    </button>
  );
  return (
    <li className="offers__line" data-item={id} onKeyDown={byKey}>
      {mayChange && isScripted && lines.length > 1 && (
        <span className="offers__grip" aria-hidden>
          ⠿
        </span>
      )}
      <div className="offers__what">
        <Link className="row-link" to={`/offers/${id}`}>
          {sentence}
        </Link>
        <span className="sub">{[goods, span, isWithoutCodes && "not with codes"].filter(Boolean).join(", ")}</span>
      </div>
      <State sign={state.sign}>{state.name}</State>
      {mayChange && lines.length > 1 && (
        <WorkshopForm name={`move:${id}`} submission={submission} className="offers__moves" preventScrollReset isBare>
          <input type="hidden" name="id" value={id} />
          {!isFirst && button("earlier", "Earlier")}
          {!isLast && button("later", "Later")}
        </WorkshopForm>
      )}
    </li>
  );
}

/** Presses the button of a line with Alt and an arrow key. */
function byKey(event: KeyboardEvent<HTMLElement>): void {
  const to = event.altKey ? { ArrowUp: "earlier", ArrowDown: "later" }[event.key] : undefined;
  const button = to && event.currentTarget.querySelector<HTMLButtonElement>(`button[value="${to}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}
