import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { typeInto } from "../../ui/type-into";
import { MarkdownField } from "../markdown-field";

const Editor = lazy(async () => ({ default: (await import("./editor")).Editor }));

interface ArticleTextProps {
  field: {
    id: string;
    name: string;
    label: string;
    defaultValue: string;
    error: string | undefined;
    disabled: boolean;
    isNew: boolean;
  };
  /** Current Markdown, typed or stored. */
  typed: string;
  words: { id: string };
  quotes: readonly { name: string; value: string }[];
  /** Hashes of the text's pictures, by path. */
  pictures: Readonly<Record<string, string>>;
}

type Mode = "look" | "markdown";

/**
 * The text of an article as it looks, or as Markdown. The Markdown field is what is sent: without script it is the only field, and a text that
 * the editor cannot keep stays in it. The editor's code is loaded by this page alone.
 */
export function ArticleText({ field, typed, words, quotes, pictures }: ArticleTextProps) {
  const isScripted = useHydrated();
  const [mode, setMode] = useState<Mode>("look");
  const [refused, setRefused] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isLooking = isScripted && mode === "look" && !refused && !field.disabled;
  // The field is rendered again after a refused or restored form: the editor then opens the field's text.
  const write = (markdown: string) => {
    const area = place.current?.querySelector("textarea");
    if (area && area.value !== markdown) typeInto(area, markdown);
  };
  useEffect(() => {
    // A link to the field, such as that of an error, moves the focus to the editor that replaces the field.
    const area = place.current?.querySelector("textarea");
    const lead = () => isLooking && place.current?.querySelector<HTMLElement>("[contenteditable=true]")?.focus();
    area?.addEventListener("focus", lead);
    return () => area?.removeEventListener("focus", lead);
  }, [isLooking]);
  return (
    <div className="article" ref={place}>
      {isScripted && !field.disabled && (
        <div className="article__modes">
          {refused ? (
            <p className="small" role="status">
              There is something in this text that the editor would not keep, such as a table or HTML. It is written as
              Markdown, and stays as it is.
            </p>
          ) : (
            <button type="button" className="link" onClick={() => setMode(mode === "look" ? "markdown" : "look")}>
              {mode === "look" ? "As Markdown" : "As it looks"}
            </button>
          )}
        </div>
      )}
      <div className={isLooking ? "vh" : undefined}>
        <MarkdownField {...field} quotes={quotes} isMarkdown rows={26} />
      </div>
      {isLooking && (
        <Suspense fallback={<p className="article__waits">The editor is on its way.</p>}>
          <Editor
            article={words.id}
            label={field.label}
            source={typed}
            error={field.error}
            quotes={quotes}
            pictures={pictures}
            onWrite={write}
            onRefuse={() => setRefused(true)}
          />
        </Suspense>
      )}
    </div>
  );
}
