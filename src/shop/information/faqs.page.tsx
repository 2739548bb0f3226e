import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { services } from "~/services";
import { Accordion } from "~/ui/accordion";
import { ButtonLink } from "~/ui/button";
import { JsonLd } from "~/ui/json-ld";
import { PageHead } from "~/ui/page-head";
import { slug } from "~/shop/catalog/product";
import { Tabs } from "~/ui/tabs";
import { useHydrated } from "~/ui/use-hydrated";
import { publicPage } from "~/shop/caching";
import { inSearch } from "~/shop/texts/search-texts.server";
import { headOf, metaOf } from "~/shop/head";
import { breadcrumbs, faqPage } from "~/shop/structured-data";
import type { Route } from "./+types/faqs.page";
import { type FaqCategory, linked } from "~/shop/texts/faq";
import { faqs } from "~/shop/texts/faqs.server";
import { pageContent } from "~/shop/texts/page-content.server";

const PATH = "/faqs";

/** Query parameters that the page reads: none, so no parameter becomes part of its page-cache key. */
export const searchParameters = [];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const [categories, texts] = await Promise.all([
    faqs(db, shop.settings, address),
    pageContent(db, "faqPage", shop.settings),
  ]);
  const questions = categories.flatMap((category) => category.questions);
  const made = {
    title: texts.heading,
    description: `Answers about orders, delivery, returns, sizes and more: ${questions.length} of them, in plain words.`,
  };
  return {
    categories,
    address,
    texts,
    head: headOf(shop, { ...(await inSearch(db, "faqs", made, shop.settings)), path: PATH }),
    structured: [faqPage(questions), breadcrumbs(shop, [{ name: texts.heading, path: PATH }])],
  };
}

export const headers = () => publicPage;
export const meta = ({ loaderData }: Route.MetaArgs) => metaOf(loaderData?.head);

export default function FaqsPage({ loaderData: { categories, address, texts, structured } }: Route.ComponentProps) {
  const { tab, asked, key, choose } = useAskedQuestion(categories);
  return (
    <main id="main">
      <JsonLd data={structured} />
      <PageHead title={texts.heading} lead={texts.text} />
      <div className="wide faq">
        <Tabs
          look="column"
          label="Topics"
          value={tab}
          onChange={choose}
          tabs={categories.map(({ id, name, questions }) => ({
            value: id,
            label: name,
            count: questions.length,
            panel: (
              <>
                <h2 className="faq__h" id={slug(name)}>
                  {name}
                </h2>
                <Accordion
                  look="questions"
                  key={key}
                  single
                  open={asked}
                  items={questions.map(({ id: questionId, question, answer }) => ({
                    id: questionId,
                    title: question,
                    content: <Answer text={answer} address={address} />,
                  }))}
                />
              </>
            ),
          }))}
        />
      </div>
      <section className="wide section ask" aria-labelledby="ask">
        <h2 id="ask">{texts.others.title}</h2>
        <p>{texts.others.text}</p>
        <ButtonLink to="/contact">Contact</ButtonLink>
      </section>
    </main>
  );
}

/**
 * Selected tab: the shopper's choice, else that of the question in the URL fragment, which is then open, or that of the topic in
 * it, such as `#shipping-delivery`, else the first.
 */
function useAskedQuestion(categories: FaqCategory[]) {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const [chosen, setChosen] = useState<{ tab: string; hash: string; count: number }>();
  const id = isHydrated ? hash.slice(1) : "";
  const ofQuestion = categories.find(({ questions }) => questions.some((question) => question.id === id));
  const category = ofQuestion ?? categories.find(({ name }) => slug(name) === id);
  const isChosen = chosen?.hash === hash;
  const shown = category && !isChosen ? id : undefined;
  const asked = ofQuestion && shown;
  useEffect(() => {
    if (shown !== undefined) document.getElementById(shown)?.scrollIntoView({ block: "center" });
  }, [shown]);
  return {
    tab: isChosen ? chosen.tab : (category ?? categories[0])?.id,
    asked,
    // Changes with each choice, so that the questions of a tab start closed.
    key: isChosen ? chosen.count : (asked ?? ""),
    choose: (tab: string) => setChosen((before) => ({ tab, hash, count: (before?.count ?? 0) + 1 })),
  };
}

/** Answer to a question. It is stored as plain text; URLs in it become links. */
function Answer({ text, address }: { text: string; address: string }) {
  return (
    <p>
      {linked(text, address).map(({ text: words, href }, i) =>
        href === undefined ? (
          words
        ) : href.startsWith("/") ? (
          <Link key={i} className="text-link" to={href}>
            {words}
          </Link>
        ) : (
          <a key={i} className="text-link" href={href}>
            {words}
          </a>
        ),
      )}
    </p>
  );
}
