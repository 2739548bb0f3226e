import type { Question } from "./review";
import { WrittenOn } from "./written-on";

interface QuestionListProps {
  /** Text shown for an empty list. */
  none: string | undefined;
  questions: Question[];
  heading?: "h2" | "h4";
}

/** Riders' questions and their answers. */
export function QuestionList({ none, questions, heading: Heading = "h4" }: QuestionListProps) {
  if (questions.length === 0) return <p className="revs__none">{none}</p>;
  return questions.map(({ id, question, author, date, day, answers }) => (
    <article className="review" key={id}>
      <Heading>{question}</Heading>
      <Byline author={author} date={date} day={day} />
      {answers.map((answer) => (
        <div className={answer.staff ? "reply reply--shop" : "reply"} key={answer.id}>
          <p className="review__text">{answer.content}</p>
          <Byline {...answer} />
        </div>
      ))}
    </article>
  ));
}

const Byline = ({ author, date, day }: Pick<Question, "author" | "date" | "day">) => (
  <div className="review__meta">
    <b>{author}</b>
    <WrittenOn date={date} day={day} />
  </div>
);
