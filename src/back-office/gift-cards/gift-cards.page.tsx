import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { z } from "zod";
import { cardsByCodes } from "~/shop/gift-cards/gift-cards.server";
import { GiftCardText } from "~/shop/gift-cards/gift-card.wire";
import { can } from "~/shop/members/rights";
import { formatCents } from "~/shop/money";
import { hasLostCodes, type ListedGiftCard, listGiftCards } from "~/shop/gift-cards/gift-card-list.server";
import { dayIn, wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { pageSizes } from "../page-sizes";
import { titled } from "../titled";
import { Button, ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Field } from "../ui/field";
import { KindMark } from "../ui/kind-mark";
import { Paging, Search, Views } from "../ui/list-tools";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Fold } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { cardState, originWords } from "./gift-card-state";
import { giftCardsList, isWholeCode, viewsAbove } from "./gift-cards-view";

export const meta = titled("Gift cards");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const { searchParams } = new URL(request.url);
  const view = giftCardsList.viewIn(searchParams);
  if (isWholeCode(searchParams.get("q") ?? "")) throw redirect(giftCardsList.addressOf(view), { status: 302 });
  const found = await listGiftCards(services, member, view, pageSizes.giftCards + 1);
  const shown = found.slice(0, pageSizes.giftCards);
  const zone = services.settings().timeZone;
  const today = dayIn(new Date(), zone);
  const lineOf = (card: ListedGiftCard) => ({
    id: card.id,
    lastFour: card.lastFour,
    isTest: !card.live,
    whom: card.recipient || card.email || "Nobody named",
    email: card.recipient ? card.email : null,
    left: formatCents(card.balance),
    held: card.held > 0 ? formatCents(card.held) : null,
    made: `${originWords(card.origin)} ${wholeDate(card.madeAt, zone)}`,
    state: cardState(card, today),
  });
  return {
    view,
    hasRealCards: services.mode === "live",
    mayGive: can(member, "gift-cards.change"),
    mayExport: can(member, "export"),
    isLost: await hasLostCodes(services),
    submission: randomUUID(),
    lines: shown.map(lineOf),
    next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Searches the list for `q`, or finds the card of a whole `code`. Both are posted: whoever has a code can spend the card. */
export const action = formAction({
  right: "gift-cards.read",
  schema: z.object({ q: z.string().optional(), code: z.string().optional() }),
  async act({ services, request }, { q, code = "" }) {
    const whole = GiftCardText.safeParse(q ?? code);
    const [card] = whole.success ? await cardsByCodes(services, [whole.data]) : [];
    if (card) return { to: `/gift-cards/${card.id}` };
    if (q === undefined) return { errors: { code: whole.error?.issues[0]?.message ?? "No gift card has this code." } };
    const { show } = giftCardsList.viewIn(new URL(request.url).searchParams);
    const text = giftCardsList.viewIn(new URLSearchParams({ q })).text;
    return { to: giftCardsList.addressOf({ show, text, after: null }) };
  },
});

export const clientAction = sendForm;

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  {
    label: "Ends in",
    place: "lead",
    cell: ({ id, lastFour, isTest }) => (
      <>
        <RowLink to={`/gift-cards/${id}`}>{lastFour}</RowLink>
        <KindMark>{isTest ? "Test" : ""}</KindMark>
      </>
    ),
  },
  {
    label: "For",
    place: "under",
    cell: ({ whom, email }) => (
      <>
        {whom}
        {email && <span className="sub">{email}</span>}
      </>
    ),
  },
  { label: "Made", place: "last-end", cell: ({ made }) => made },
  {
    label: "Left",
    numeric: true,
    place: "end",
    cell: ({ left, held }) => (
      <>
        {left}
        {held && <span className="sub">{held} held</span>}
      </>
    ),
  },
  { label: "State", place: "last", cell: ({ state: { sign, name } }) => <State sign={sign}>{name}</State> },
];

/** List of gift cards. */
export default function GiftCards() {
  const { view, hasRealCards, mayGive, mayExport, isLost, submission, lines, next } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  return (
    <>
      <PageHead
        title="Gift cards"
        acts={
          <>
            {mayExport && (
              <ButtonLink to="/gift-cards/file" reloadDocument>
                Save as CSV
              </ButtonLink>
            )}
            {mayGive && (
              <ButtonLink look="main" fit to="/gift-cards/new">
                Give a gift card
              </ButtonLink>
            )}
          </>
        }
      >
        What is left stays on a card. It does not end, and whoever has its code can spend it.
      </PageHead>
      {isLost && <LostCodes mayReplace={mayGive} />}
      <Views
        label="Gift cards"
        views={viewsAbove(hasRealCards).map(({ show, name }) => ({
          to: giftCardsList.addressOf({ ...first, text: "", show }),
          name,
          isCurrent: view.text === "" && view.show === show,
        }))}
      />
      <div className="tools">
        <Search
          name="q"
          label="Last four signs, name, e-mail or order"
          value={view.text}
          hidden={{ submission }}
          isPosted
        />
      </div>
      {lines.length > 0 && <Table label="Gift cards" columns={columns} rows={lines} keyOf={({ id }) => id} live />}
      {lines.length === 0 && <NoCards text={view.text} isFirst={view.show === "open"} />}
      {lines.length > 0 && (
        <Paging
          newest={view.after === null ? null : giftCardsList.addressOf(first)}
          older={next === null ? null : giftCardsList.addressOf({ ...view, after: next })}
        >
          The newest first
        </Paging>
      )}
      <ByCode submission={submission} />
    </>
  );
}

/** Form that finds a card by its whole code, sent by POST, so that no address has the code. */
const ByCode = ({ submission }: { submission: string }) => (
  <Fold title="Find a card by its whole code">
    <WorkshopForm submission={submission} className="stack middle-form" labels={{ code: "Code" }}>
      {({ field, isSending }) => (
        <>
          <Field
            {...field("code")}
            label="Code"
            autoComplete="off"
            note="As its bearer reads it to you, with or without dashes. It is not kept."
          />
          <p>
            <Button busy={isSending}>Find the card</Button>
          </p>
        </>
      )}
    </WorkshopForm>
  </Fold>
);

const LostCodes = ({ mayReplace }: { mayReplace: boolean }) => (
  <Notice
    title="The codes of some gift cards cannot be used any more"
    action={mayReplace && <ButtonLink to="/gift-cards/lost-codes">Replace them</ButtonLink>}
  >
    The shop runs with another secret key than the one with which they were made, so that no code is found and no letter
    can be sent. If you still have the former file secret-key, put it back instead.
  </Notice>
);

const NoCards = ({ text, isFirst }: { text: string; isFirst: boolean }) =>
  text ? (
    <NothingFound title="Nothing found" way={<ButtonLink to="/gift-cards">Show all</ButtonLink>}>
      No gift card has &quot;{text}&quot;. Last four signs, names, addresses and order numbers were searched.
    </NothingFound>
  ) : (
    <NothingYet title="No gift card here">
      {isFirst ? "Give one, and its code goes out by letter." : "Nothing stands here."}
    </NothingYet>
  );
