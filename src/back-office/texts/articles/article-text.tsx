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
  /** Markdown as typed, or as stored if nothing was typed. */
  typed: string;
  words: { id: string };
  quotes: readonly { name: string; value: string }[];
  /** Hashes of the pictures in the text, by path. */
  pictures: Readonly<Record<string, string>>;
}

type Mode = "look" | "markdown";

/**
 * Text of an article in the editor, or as Markdown. The form sends the Markdown field. That field alone is shown without
 * JavaScript, and for text that the editor would change. Only this page loads the editor's code.
 */
export function ArticleText({ field, typed, words, quotes, pictures }: ArticleTextProps) {
  const isScripted = useHydrated();
  const [mode, setMode] = useState<Mode>("look");
  const [refused, setRefused] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isLooking = isScripted && mode === "look" && !refused && !field.disabled;
  // Copies the editor's text into the Markdown field, which the form sends.
  const write = (markdown: string) => {
    const area = place.current?.querySelector("textarea");
    if (area && area.value !== markdown) typeInto(area, markdown);
  };
  useEffect(() => {
    // A link to the field, as in an error message, focuses the editor that is shown in the field's place.
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
