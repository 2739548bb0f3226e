import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { FormMessage } from "../forms/form-message";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { Split } from "../ui/split";
import { saveState, type Turn, turnState, TURNS } from "./state-forms.server";
import { StateForm } from "./state-form-fields";
import { statePage } from "./tax-screen.server";
import { Trial } from "./trial";
import { trialIn } from "./trial.server";
import { titled } from "../titled";

export const meta = titled((data: { name: string } | undefined) => `Sales tax of ${data?.name ?? "a state"}`);

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const page = orNotFound(await statePage(services, member, params.state ?? "", now));
  const search = new URL(request.url).searchParams;
  return { ...page, trial: await trialIn(services, member, { search, now, state: page.state }) };
}

export const action = formActions({
  save: {
    right: "settings.change",
    schema: Typed,
    act: (sent) => saveState(sent, sent.params.state ?? "", new Date()),
  },
  turn: {
    right: "settings.change",
    schema: z.object({ turn: z.enum(TURNS) }),
    act: (sent, { turn }) => turnState(sent, { state: sent.params.state ?? "", turn }, new Date()),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

type Page = ReturnType<typeof useLoaderData<typeof loader>>;

/** Page with the sales tax of one state: rates, rules for kinds of goods, delivery and fees, with a calculator to try them. */
export default function StatePage() {
  const page = useLoaderData<typeof loader>();
  const { state, name, registered, since, source, age, mayChange } = page;
  return (
    <>
      <PageHead title={name} back={{ to: "/settings/tax", name: "Sales tax" }} acts={mayChange && <Turns {...page} />}>
        {registered ? `Collected${since ? ` since ${since}` : ""}. ` : "No order here has a tax line. "}
        {source && `By your rates: ${source}.`}
      </PageHead>
      <FormMessage of={["turn"]} />
      {registered && age && (
        <Notice
          title={`The rates of ${name} are ${age}.`}
          action={mayChange && <TurnButton page={page} turn="still" words="They still hold" />}
        >
          <p>States change theirs each quarter. Orders go on with the old ones until you look.</p>
        </Notice>
      )}
      <Usual {...page} />
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <Split aside={<Trial trial={page.trial} action={`/settings/tax/${state}`} />}>
        <StateForm page={page}>
          <RatesByZip {...page} />
        </StateForm>
      </Split>
    </>
  );
}

/** Offer to fill in the usual rules of the state; once filled in, a reminder to check them. */
function Usual(page: Page) {
  const { name, usual, deliveryDoubt, isUnchecked, mayChange } = page;
  if (isUnchecked)
    return (
      <Notice
        title={`The rules of ${name} are the usual ones, not promised: check them`}
        action={mayChange && <TurnButton page={page} turn="checked" words="I have checked them" />}
      >
        <p>Ask the state or an adviser whether they hold for what you sell.</p>
      </Notice>
    );
  if (usual === null || !mayChange) return null;
  return (
    <Notice
      isQuiet
      title={`Usual in ${name}, not promised`}
      action={<TurnButton page={page} turn="usual" words="Fill in the usual rules" />}
    >
      <p>
        {usual}. They take the place of the rules by kind{deliveryDoubt ? "" : " and of delivery"} below, marked to be
        checked. Rates are yours to write.
      </p>
    </Notice>
  );
}

/** Button in the page's head that starts or stops collecting in this state. */
const Turns = (page: Page) => (
  <TurnButton
    page={page}
    turn={page.registered ? "stop" : "start"}
    words={page.registered ? "Stop collecting here" : "Collect here"}
    isMain={!page.registered && page.hasRates}
  />
);

const TurnButton = ({
  page,
  turn,
  words,
  isMain = false,
}: {
  page: Page;
  turn: Turn;
  words: string;
  isMain?: boolean;
}) => (
  <WorkshopForm name={`turn:${turn}`} action={`/settings/tax/${page.state}`} submission={page.submission} isBare>
    <input type="hidden" name="turn" value={turn} />
    <Button {...(isMain && { look: "main" as const, fit: true })}>{words}</Button>
  </WorkshopForm>
);

/** The first ZIP ranges of a state, with links to all ranges, to a form for one range, and to the import. */
function RatesByZip({ state, rates, mayChange }: Page) {
  const { count, shown, twoCounties, exempting } = rates;
  return (
    <Section title="Rates by ZIP" note={mayChange && <RateWays state={state} />}>
      {count === 0 ? (
        <p className="dust">None: the rates above hold for the whole state.</p>
      ) : (
        <RatesTable shown={shown} />
      )}
      {count > 0 && (
        <p className="small dust tax-after">
          <Link className="link" to={`/settings/tax/${state}/rates`}>
            {count > shown.length ? `All ${counted(count, "range")}` : "See and change them"}
          </Link>
          {twoCounties > 0 &&
            ` A ZIP is not a tax place: ${counted(twoCounties, "of yours lies", "of yours lie")} in two counties.`}
          {exempting > 0 && ` In ${counted(exempting, "range")} the rules hold for the local part, too.`}
        </p>
      )}
    </Section>
  );
}

const RateWays = ({ state }: Pick<Page, "state">) => (
  <span className="tax-links">
    <Link className="link" to={`/settings/tax/${state}/rates#add`}>
      Add one
    </Link>
    <Link className="link" to={`/settings/tax/read?state=${state}`}>
      Paste, or read a file
    </Link>
  </span>
);

const RatesTable = ({ shown }: Pick<Page["rates"], "shown">) => (
  <table className="t tax-rates">
    <thead>
      <tr>
        <th scope="col">ZIP</th>
        <th scope="col" className="n">
          State
        </th>
        <th scope="col" className="n">
          County, city
        </th>
        <th scope="col" className="n">
          Together
        </th>
      </tr>
    </thead>
    <tbody>
      {shown.map(({ key, zips, name, stateRate, localRate, together }) => (
        <tr key={key}>
          <td>
            <b>{zips}</b>
            {name && <span className="sub">{name}</span>}
          </td>
          <td className="n">{stateRate}</td>
          <td className="n">{localRate}</td>
          <td className="n">{together}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
