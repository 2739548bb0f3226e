import { useState } from "react";
import { data, Link } from "react-router";
import { services } from "~/services";
import { isSameLine, type Line } from "~/shop/bag/bag";
import { useBag } from "~/shop/bag/bag-provider";
import { bagStore } from "~/shop/bag/bag-store";
import { LinePicture } from "~/shop/bag/line-picture";
import { privatePage, withRetryAfter } from "~/shop/caching";
import { atChoice, choiceParts, productAddress } from "~/shop/catalog/product";
import { attempt } from "~/shop/form";
import { headOf, metaOf } from "~/shop/head";
import { orPageNotFound } from "~/shop/texts/or-page-not-found.server";
import { useFrameData } from "~/shop/use-frame-data";
import { Button, ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";
import { useToast } from "~/ui/toast";
import { bagOfLink } from "./reminder-link.server";
import type { Route } from "./+types/your-bag.page";

/**
 * State of the bag on this device: it was empty, and the goods of the link have filled it; it has them already; it has other goods, so that
 * the shopper is asked; or the shopper's answer. Null until the bag is read.
 */
type At = "filled" | "there" | "asks" | "added" | "kept" | null;

/** Shows the goods of an unfinished checkout. It only reads, because mail programs also open the addresses in letters. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(services);
  const { address, settings } = shop;
  const { bag: found } = await orPageNotFound(shop, await bagOfLink(shop, params));
  const page = { title: "Your bag", description: "", path: "/your-bag", listed: false };
  return data(
    {
      head: headOf({ address, settings: settings() }, page),
      /** Lines that can be bought; null once they are not kept any more. */
      lines: found && found.lines,
      gone: found ? found.gone : 0,
      days: settings().remindersKeptDays,
      at: null as At,
    },
    { headers: privatePage, status: found ? 200 : 410 },
  );
}

/** Fills an empty bag; a bag with other goods stays as it is until the shopper has answered. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const known = await serverLoader();
  const lines = known.lines ?? [];
  const bag = bagStore.read();
  if (bag.length === 0 && lines.length > 0) {
    bagStore.change(() => lines);
    return { ...known, at: "filled" as At };
  }
  return { ...known, at: (missingIn(bag, lines).length > 0 ? "asks" : "there") as At };
}
clientLoader.hydrate = true as const;

const missingIn = (bag: Line[], lines: Line[]): Line[] =>
  lines.filter((line) => !bag.some((other) => isSameLine(other, line)));

export const headers = withRetryAfter(privatePage);
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

const said = {
  filled: "Your bag is back. Prices are those of today.",
  there: "All of it is in your bag.",
  added: "It is in your bag. Prices are those of today.",
  kept: "Your bag stays as it was.",
} satisfies Record<Exclude<At, "asks" | null>, string>;

/** Page of a reminder's link: it brings the bag of an unfinished checkout to the device on which it is opened. */
export default function YourBagPage({ loaderData: { lines, gone, days, at } }: Route.ComponentProps) {
  const { waysOn } = useFrameData();
  const isOver = lines === null || lines.length === 0;
  return (
    <main id="main">
      <PageHead title="Your bag" lead={isOver ? undefined : "What you left at our checkout."} />
      <div className="wide plain">
        {lines === null && (
          <p>{`We keep an unfinished checkout for ${days} days, and no longer than you want. This one is gone.`}</p>
        )}
        {gone > 0 && (
          <p className="notice">
            {gone === 1 ? "One thing of it cannot be had any more." : `${gone} things of it cannot be had any more.`}
          </p>
        )}
        {isOver ? (
          <ButtonLink to={waysOn["new-arrivals"]}>See what is new</ButtonLink>
        ) : (
          <>
            <ul className="brought" aria-label="Items">
              {lines.map((line) => (
                <Brought key={`${line.product} ${line.color} ${line.size}`} line={line} />
              ))}
            </ul>
            <Bringing lines={lines} opened={at} />
          </>
        )}
      </div>
    </main>
  );
}

function Brought({ line }: { line: Line }) {
  const choice = [...choiceParts(line), ...(line.quantity > 1 ? [`Quantity ${line.quantity}`] : [])];
  return (
    <li>
      <LinePicture line={line} />
      <div>
        <b>
          <Link to={atChoice(productAddress({ id: line.product, name: line.name }), line)}>{line.name}</Link>
        </b>
        <span className="muted">{choice.join(", ")}</span>
      </div>
    </li>
  );
}

/** Says what has become of the bag of this device, or asks. */
function Bringing({ lines, opened }: { lines: Line[]; opened: At }) {
  const { bag, add } = useBag();
  const toast = useToast();
  const [answer, setAnswer] = useState<"added" | "kept">();
  const at = answer ?? opened;
  const addAll = async () => {
    const missing = missingIn(bag, lines).map((line) => ({ line, left: Infinity }));
    const isDone = await attempt(() => {
      add(...missing);
      return true;
    }, toast.error);
    if (isDone) setAnswer("added");
  };
  return (
    <>
      <noscript>
        <p className="notice">The bag is kept in your browser and needs JavaScript, which is switched off.</p>
      </noscript>
      <div role="status">
        {at && (
          <p>
            {at === "asks" ? "The bag on this device has other goods. Add these to it, or keep it as it is?" : said[at]}
          </p>
        )}
      </div>
      {at === "asks" ? (
        <div className="brought__ways">
          <Button onClick={() => void addAll()}>Add to my bag</Button>
          <Button look="line" onClick={() => setAnswer("kept")}>
            Keep my bag
          </Button>
        </div>
      ) : (
        at && (
          <div className="brought__ways">
            <ButtonLink to="/checkout">Go to checkout</ButtonLink>
            <ButtonLink look="line" to="/cart">
              View bag
            </ButtonLink>
          </div>
        )
      )}
    </>
  );
}
