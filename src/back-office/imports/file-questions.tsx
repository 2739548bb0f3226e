import { NO_NUMBER, questionWords } from "~/shop/imports/import-words";
import { counted } from "../count-words";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import type { importPage } from "./import-screen.server";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** Answers to a question about points and commas, first the one that makes a number of the example. */
function readings({ text, asPoint, asComma }: Entry["questions"][number]) {
  const both = [
    { intent: "points", reading: asPoint },
    { intent: "commas", reading: asComma },
  ].toSorted((one, other) => Number(one.reading === NO_NUMBER) - Number(other.reading === NO_NUMBER));
  return both.map(({ intent, reading }) => ({
    intent,
    words: reading === NO_NUMBER ? "No, it has to be mended" : `${text} is ${reading}`,
  }));
}

/** Questions about the numbers of the whole file, each with an example row and what every answer makes of it. */
export function Questions({ entry: { questions, numbered }, isBusy }: { entry: Entry; isBusy: boolean }) {
  return questions.map((question) => (
    <Notice key={question.asks} title={questionWords(question)}>
      <p>
        {question.asks === "decimal"
          ? `The answer holds for these columns of the file: ${numbered}. `
          : "The answer holds for all amounts of this file that are no US dollars. "}
        Until then {counted(question.count, "cell stays", "cells stay")} out with{" "}
        {question.count === 1 ? "its row" : "their rows"}.
      </p>
      <p className="import-again">
        {question.asks === "decimal" ? (
          <>
            {readings(question).map(({ intent, words }) => (
              <Button key={intent} name="intent" value={intent} busy={isBusy}>
                {words}
              </Button>
            ))}
          </>
        ) : (
          <>
            <Button name="intent" value="dollars" busy={isBusy}>
              Take the numbers as US dollars: {question.asPoint}
            </Button>
            <Button name="intent" value="left-out" busy={isBusy}>
              Leave these amounts out
            </Button>
          </>
        )}
      </p>
    </Notice>
  ));
}
