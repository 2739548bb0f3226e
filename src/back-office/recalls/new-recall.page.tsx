import { randomUUID } from "node:crypto";
import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { namesOfGoods } from "~/shop/catalog/naming/goods-by-name.server";
import { LongText, ShortText } from "~/shop/form-submission";
import type { RecalledGoods } from "~/shop/recalls/reached.server";
import { goodsOfLines, previewRecall, startRecall } from "~/shop/recalls/start-recall.server";
import { dayIn } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field, TextField, Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { titled } from "../titled";

export const meta = titled("Recall goods");

/** Most lines of goods in one recall. */
const MOST_LINES = 200;

/** Goods and days that the page's address names; the goods are null while a line is wrong. */
async function askedGoods({ db, settings }: Services, url: URL) {
  const typed = url.searchParams.get("goods") ?? "";
  const today = dayIn(new Date(), settings().timeZone);
  const day = (name: string, usual: string) => z.iso.date().catch(usual).parse(url.searchParams.get(name));
  const [firstDay, lastDay] = [day("from", "2000-01-01"), day("to", today)];
  const lines = typed
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const days = { firstDay: url.searchParams.get("from") ?? "", lastDay };
  if (lines.length > MOST_LINES)
    return { typed, wrong: [`Name at most ${MOST_LINES} lines of goods.`], goods: null, ...days };
  const { wrong, ...named } = await goodsOfLines(db, lines);
  const isAsked = lines.length > 0 && wrong.length === 0;
  const goods: RecalledGoods | null = isAsked ? { ...named, firstDay, lastDay } : null;
  return { typed, wrong, goods, ...days };
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "people.change");
  const url = new URL(request.url);
  const { goods, ...asked } = await askedGoods(services, url);
  const names = goods ? await namesOfGoods(services.db, goods.productIds) : [];
  return {
    ...asked,
    search: url.search,
    mayRecall: can(member, "recall"),
    submission: randomUUID(),
    whole: names.map(({ name }) => name),
    variants: goods?.variantIds.length ?? 0,
    reach: goods && (await previewRecall(services, member, goods)),
  };
}

export const action = formAction({
  right: "recall",
  schema: z.object({
    title: ShortText("Name the goods, as the letter shall say it."),
    words: LongText("Say what is wrong and what to do."),
    caseNumber: ShortText("Write the number of the case."),
    agreed: z.literal("yes", "Say that the words are agreed with the CPSC."),
    off: z.literal("yes").optional(),
  }),
  async act({ services, member, request, submission }, { title, words, caseNumber, off }) {
    const { goods } = await askedGoods(services, new URL(request.url));
    if (!goods) return { errors: { title: "Choose the goods first." } };
    const form = { submission, ...goods, title, words, caseNumber, takesOff: off === "yes" };
    return { to: `/recalls/${await startRecall(services, member, form)}`, act: submission };
  },
});

export const clientAction = sendForm;

/** Page that counts whom a recall would reach, and begins it. */
export default function NewRecall() {
  const { typed, wrong, firstDay, lastDay, whole, variants, reach, submission, search, mayRecall } =
    useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Recall goods" back={{ to: "/recalls", name: "Recalls" }}>
        A letter to each address that has them: bought, sent again, in exchange, or in an order made here.
      </PageHead>
      <Section title="Which goods">
        <Form method="get" className="stack middle-form">
          <TextField
            label="Goods"
            name="goods"
            rows={4}
            defaultValue={typed}
            note="One a line: the name of a product for all of it, or the SKU or barcode of one variant."
            error={wrong.join(" ")}
          />
          <Field label="Left from" name="from" type="date" defaultValue={firstDay} />
          <Field label="Left until" name="to" type="date" defaultValue={lastDay} />
          <p>
            <Button look="line">Count</Button>
          </p>
        </Form>
      </Section>
      {reach && (
        <Section title="Whom it reaches">
          <p>
            {[...whole, ...(variants > 0 ? [counted(variants, "single variant")] : [])].join(", ")}:{" "}
            {counted(reach.pieces, "piece")} at {counted(reach.addresses, "address", "addresses")}, of{" "}
            {counted(reach.orders, "order")}. What was received back is not counted; what was refunded is.
          </p>
          {reach.unreachable > 0 && (
            <p>
              {counted(reach.unreachable, "piece")} cannot be reached: their shoppers were erased, so ask the CPSC how
              to tell them.
            </p>
          )}
        </Section>
      )}
      {!mayRecall && <p className="calm">An owner begins a recall.</p>}
      {mayRecall && reach && reach.addresses + reach.unreachable > 0 && (
        <WhatTheyRead submission={submission} search={search} letters={reach.addresses} hasWhole={whole.length > 0} />
      )}
    </>
  );
}

interface WhatTheyReadProps {
  submission: string;
  /** Query of the page's address, which names the goods. */
  search: string;
  /** Number of letters. */
  letters: number;
  /** Whether whole products are recalled, which can leave the shop. */
  hasWhole: boolean;
}

/** Form with the words of a recall, whose button sends it. */
const WhatTheyRead = ({ submission, search, letters, hasWhole }: WhatTheyReadProps) => (
  <Section title="What they read">
    <WorkshopForm
      submission={submission}
      action={`/recalls/new${search}`}
      labels={{ title: "Name of the goods", words: "What is wrong, and what to do", caseNumber: "Case number" }}
    >
      {({ field, tick, isSending }) => (
        <div className="stack middle-form">
          <p>
            Agree the words with the CPSC before you send them. A dangerous fault has to be reported to it within 24
            hours of knowing.
          </p>
          <Field {...field("title")} label="Name of the goods" />
          <TextField {...field("words")} label="What is wrong, and what to do" rows={8} />
          <Field {...field("caseNumber")} label="Case number" />
          <Tick {...tick("agreed", "yes")}>These words are agreed with the CPSC</Tick>
          {hasWhole && <Tick {...tick("off", "yes")}>Take the products off the shop at once</Tick>}
          <p>
            <Button look="rust" fit busy={isSending}>
              Send {counted(letters, "letter")}
            </Button>
          </p>
          <p className="dust small">Letters cannot be taken back. Asks for a passkey or a code.</p>
        </div>
      )}
    </WorkshopForm>
  </Section>
);
