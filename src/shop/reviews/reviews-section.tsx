import { useEffect, useEffectEvent, useId, useState } from "react";
import { useFetcher } from "react-router";
import { Button } from "~/ui/button";
import { SectionHead } from "~/ui/section-head";
import { Tabs } from "~/ui/tabs";
import { useToast } from "~/ui/toast";
import type { FormResult } from "../form";
import { AskDialog } from "./ask-dialog";
import { FitBar } from "./fit-bar";
import { QuestionList } from "./question-list";
import type { Question, Review, ReviewSummary } from "./review";
import { ReviewBrowser } from "./review-browser";
import { Breakdowns, SummaryFigures } from "./review-summary";
import { WriteDialog } from "./write-dialog";

type ReviewsSectionProps = {
  product: { id: string; name: string };
  shopName: string;
  summary: ReviewSummary;
  reviews: Review[];
  questions: Question[];
};

/** What riders say: the whole shop's figures, this product's reviews and questions, and a word of one's own. */
export function ReviewsSection({ product, shopName, summary, reviews, questions }: ReviewsSectionProps) {
  const heading = useId();
  const [tab, setTab] = useState("reviews");
  const [opened, setOpened] = useState<{ form: "write" | "ask"; typed?: Record<string, string> }>();
  const written = usePosted<Review>(`/reviews?product=${product.id}`, (typed) => setOpened({ form: "write", typed }));
  const asked = usePosted<Question>(`/questions?product=${product.id}`, (typed) => setOpened({ form: "ask", typed }));
  const allReviews = [...written.things, ...reviews];
  const allQuestions = [...asked.things, ...questions];
  const close = () => setOpened(undefined);

  return (
    <section className="section wide" id="reviews" aria-labelledby={heading}>
      <SectionHead id={heading} title="Reviews" voice="quiet" />
      <div className="revs">
        <div className="revs__sum">
          <h3 className="revs__of">All {shopName} reviews</h3>
          <SummaryFigures summary={summary} />
          <div className="revs__acts needs-script">
            <Button onClick={() => setOpened({ form: "write" })}>Write a review</Button>
            <Button look="line" onClick={() => setOpened({ form: "ask" })}>
              Ask a question
            </Button>
          </div>
          <noscript>
            <div className="revs__acts">
              <a className="btn" href={`/reviews?product=${product.id}`}>
                Write a review
              </a>
              <a className="btn btn--line" href={`/questions?product=${product.id}`}>
                Ask a question
              </a>
            </div>
          </noscript>
        </div>
        <div>
          <Tabs
            look="ruled"
            label="Reviews and questions"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "reviews",
                label: `Reviews ${allReviews.length}`,
                panel: <ReviewBrowser productId={product.id} written={written.things} reviews={reviews} />,
              },
              {
                value: "questions",
                label: `Questions ${allQuestions.length}`,
                panel: <QuestionList questions={allQuestions} />,
              },
            ]}
          />
        </div>
      </div>
      <div className="riders">
        {summary.fit && <Fit fit={summary.fit} />}
        <Breakdowns summary={summary} />
      </div>
      {opened?.form === "write" && (
        <WriteDialog
          product={product}
          typed={opened.typed}
          onClose={close}
          onWrite={(review, form) => {
            written.post(review, form);
            setTab("reviews");
            close();
          }}
        />
      )}
      {opened?.form === "ask" && (
        <AskDialog
          product={product}
          typed={opened.typed}
          onClose={close}
          onAsk={(question, form) => {
            asked.post(question, form);
            setTab("questions");
            close();
          }}
        />
      )}
    </section>
  );
}

/** What most say about the fit, and where the word of all lies. */
function Fit({ fit }: { fit: NonNullable<ReviewSummary["fit"]> }) {
  const most = fit.breakdown.reduce((a, b) => (b.percent > a.percent ? b : a));
  return (
    <div className="riders__fit">
      <p className="riders__most">
        {most.percent}% <span>say: {most.label.toLowerCase()}</span>
      </p>
      <FitBar fit={fit} />
    </div>
  );
}

/**
 * What was just posted is on the page at once, on top; when the shop declines it goes away again, the shopper hears why and
 * gets back what was typed.
 */
function usePosted<T>(action: string, giveBack: (typed: Record<string, string>) => void) {
  const fetcher = useFetcher<FormResult>();
  const toast = useToast();
  const [posted, setPosted] = useState<T[]>([]);
  const declined = fetcher.state === "idle" && fetcher.data?.ok === false ? fetcher.data : undefined;
  const things = declined ? posted.slice(1) : posted;
  const decline = useEffectEvent((answer: FormResult) => {
    if (answer.ok) return;
    toast.error(answer.message);
    giveBack(answer.values);
  });
  useEffect(() => {
    if (declined) decline(declined);
  }, [declined]);

  return {
    things,
    post(thing: T, form: FormData) {
      setPosted([thing, ...things]);
      void fetcher.submit(form, { method: "post", action });
    },
  };
}
