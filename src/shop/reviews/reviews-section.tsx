import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { later } from "~/ui/later";
import { SectionHead } from "~/ui/section-head";
import { Tabs } from "~/ui/tabs";
import { FitBar } from "./fit-bar";
import { QuestionList } from "./question-list";
import type { ReviewSummary } from "./rating-summary";
import type { Question, Review } from "./review";
import { ReviewBrowser } from "./review-browser";
import { Breakdowns, SummaryFigures } from "./review-summary";
import { useOptimisticPosts } from "./use-optimistic-posts";

const WriteDialog = later(async () => (await import("./write-dialog")).WriteDialog);
const AskDialog = later(async () => (await import("./write-dialog")).AskDialog);

interface ReviewsSectionProps {
  title: string;
  /** Texts shown without reviews, and without questions. */
  none: { reviews: string | undefined; questions: string | undefined };
  product: { id: string; name: string };
  shopName: string;
  summary: ReviewSummary;
  reviews: Review[];
  questions: Question[];
}

interface OpenedForm {
  form: "write" | "ask";
  typed?: Record<string, string>;
}

/**
 * Reviews section of a product page: the summary of all reviews of the shop, the product's reviews and questions, and forms for
 * writing them.
 */
export function ReviewsSection(props: ReviewsSectionProps) {
  const { title, none, product, shopName, summary, reviews, questions } = props;
  const heading = useId();
  const [tab, setTab] = useState("reviews");
  const [opened, setOpened] = useState<OpenedForm>();
  const written = useOptimisticPosts<Review>(`/reviews?product=${product.id}`, (typed) =>
    setOpened({ form: "write", typed }),
  );
  const asked = useOptimisticPosts<Question>(`/questions?product=${product.id}`, (typed) =>
    setOpened({ form: "ask", typed }),
  );
  const form = { product, typed: opened?.typed, onClose: () => setOpened(undefined) };
  const show = (panel: "reviews" | "questions") => {
    setTab(panel);
    setOpened(undefined);
  };

  return (
    <section className="section wide" id="reviews" aria-labelledby={heading}>
      <SectionHead id={heading} title={title} voice="quiet" />
      <div className="revs">
        <ShopSummary productId={product.id} shopName={shopName} summary={summary} onOpen={setOpened} />
        <Lists
          none={none}
          productId={product.id}
          tab={tab}
          onTab={setTab}
          written={written.entries}
          reviews={reviews}
          questions={[...asked.entries, ...questions]}
        />
      </div>
      {summary.fit && (
        <div className="riders">
          <FitBar fit={summary.fit} />
          <Breakdowns breakdowns={summary.breakdowns} />
        </div>
      )}
      {opened?.form === "write" && (
        <WriteDialog
          {...form}
          onWrite={(review, data) => {
            written.post(review, data);
            show("reviews");
          }}
        />
      )}
      {opened?.form === "ask" && (
        <AskDialog
          {...form}
          onAsk={(question, data) => {
            asked.post(question, data);
            show("questions");
          }}
        />
      )}
    </section>
  );
}

type ListsProps = Pick<ReviewsSectionProps, "none" | "reviews" | "questions"> & {
  productId: string;
  tab: string;
  onTab: (tab: string) => void;
  /** Reviews that the visitor has just posted. */
  written: Review[];
};

/** Tabs with the product's reviews and questions, and the number of each. */
function Lists({ none, productId, tab, onTab, written, reviews, questions }: ListsProps) {
  const tabs = [
    {
      value: "reviews",
      label: `Reviews ${written.length + reviews.length}`,
      panel: <ReviewBrowser none={none.reviews} productId={productId} written={written} reviews={reviews} />,
    },
    {
      value: "questions",
      label: `Questions ${questions.length}`,
      panel: <QuestionList none={none.questions} questions={questions} />,
    },
  ];
  return (
    <div>
      <Tabs look="ruled" label="Reviews and questions" value={tab} onChange={onTab} tabs={tabs} />
    </div>
  );
}

type ShopSummaryProps = Pick<ReviewsSectionProps, "shopName" | "summary"> & {
  productId: string;
  onOpen: (opened: OpenedForm) => void;
};

/** Summary of all reviews of the shop, and buttons for writing; without script they are links to pages. */
function ShopSummary({ productId, shopName, summary, onOpen }: ShopSummaryProps) {
  return (
    <div className="revs__sum">
      {summary.count > 0 && <h3 className="revs__of">All {shopName} reviews</h3>}
      <SummaryFigures summary={summary} />
      <div className="revs__acts needs-script">
        <Button onClick={() => onOpen({ form: "write" })}>Write a review</Button>
        <Button look="line" onClick={() => onOpen({ form: "ask" })}>
          Ask a question
        </Button>
      </div>
      <noscript>
        <div className="revs__acts">
          <a className="btn" href={`/reviews?product=${productId}`}>
            Write a review
          </a>
          <a className="btn btn--line" href={`/questions?product=${productId}`}>
            Ask a question
          </a>
        </div>
      </noscript>
    </div>
  );
}
