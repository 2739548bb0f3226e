import { formatDay } from "~/shop/dates";
import type { Question } from "./review";

interface QuestionListProps {
  questions: Question[];
  heading?: "h2" | "h4";
}

/** What riders asked, and the answers. */
export function QuestionList({ questions, heading: Heading = "h4" }: QuestionListProps) {
  if (questions.length === 0) return <p className="revs__none">No questions yet. Be the first to ask!</p>;
  return questions.map(({ id, question, author, date, answers }) => (
    <article className="review" key={id}>
      <Heading>{question}</Heading>
      <Byline author={author} date={date} />
      {answers.map((answer) => (
        <div className={answer.staff ? "reply reply--shop" : "reply"} key={answer.id}>
          <p className="review__text">{answer.content}</p>
          <Byline author={answer.author} date={answer.date} />
        </div>
      ))}
    </article>
  ));
}

function Byline({ author, date }: { author: string; date: string | null }) {
  return (
    <div className="review__meta">
      <b>{author}</b>
      {date === null ? <span>Just now</span> : <time dateTime={date}>{formatDay(date)}</time>}
    </div>
  );
}
