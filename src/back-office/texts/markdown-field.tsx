import { useRef } from "react";
import { markdownLimits } from "~/shop/markdown-limits";
import { useHydrated } from "~/ui/use-hydrated";
import { TextField } from "../ui/field";

interface MarkdownFieldProps {
  id: string;
  name: string;
  label: string;
  defaultValue: string;
  error: string | undefined;
  disabled: boolean;
  isNew: boolean;
  rows: number;
  /** Settings that can be quoted, with their current values. */
  quotes: readonly { name: string; value: string }[];
  /** Whether the text is Markdown, with headings and lists. */
  isMarkdown: boolean;
}

/** Buttons for Markdown: characters to put before and after the selection, and text to insert if nothing is selected. */
const MARKS = [
  { name: "Heading", before: "\n\n## ", after: "", empty: "A heading" },
  { name: "Bold", before: "**", after: "**", empty: "words" },
  { name: "List", before: "\n- ", after: "", empty: "a point" },
  { name: "Link", before: "[", after: "](/contact)", empty: "words" },
] as const;

/** Multi-line text field with buttons for Markdown and a list of settings to quote; without JavaScript members type these. */
export function MarkdownField({ quotes, isMarkdown, ...field }: MarkdownFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isScripted = useHydrated();
  const area = () => frame.current?.querySelector("textarea") ?? null;
  const canInsert = isScripted && !field.disabled;
  const quote = canInsert && quotes.length > 0 && (
    <QuoteSetting quotes={quotes} onQuote={(text) => insert(area(), quoting(text))} />
  );
  return (
    <div className="marked" ref={frame}>
      {canInsert && isMarkdown && (
        <div className="marked__bar" role="group" aria-label={`Marks for ${field.label}`}>
          {MARKS.map((mark) => (
            <button key={mark.name} type="button" className="link marked__mark" onClick={() => insert(area(), mark)}>
              {mark.name}
            </button>
          ))}
          {quote}
        </div>
      )}
      <TextField {...field} note={isMarkdown ? HELP : undefined} />
      {!isMarkdown && quote}
    </div>
  );
}

const HELP = `## begins a heading, - a point of a list, [words](/address) is a link, {returnDays} quotes a setting and follows it. At most ${markdownLimits.letters / 1000},000 letters, and ${markdownLimits.levels} lists in each other.`;

interface QuoteSettingProps {
  quotes: readonly { name: string; value: string }[];
  onQuote(text: string): void;
}

/** List of settings; choosing one inserts its name in braces into the text. */
const QuoteSetting = ({ quotes, onQuote }: QuoteSettingProps) => (
  <select
    className="input input--choice marked__quote"
    aria-label="Quote a setting"
    value=""
    // Phones also report the empty choice.
    onChange={({ target }) => target.value !== "" && onQuote(`{${target.value}}`)}
  >
    <option value="">Quote a setting</option>
    {quotes.map(({ name, value }) => (
      <option key={name} value={name}>
        {name}: {value}
      </option>
    ))}
  </select>
);

const quoting = (before: string) => ({ before, after: "", empty: "" });

/** Puts Markdown characters around the selected text, as if they were typed. */
function insert(
  area: HTMLTextAreaElement | null,
  { before, after, empty }: { before: string; after: string; empty: string },
): void {
  if (!area) return;
  const { selectionStart: start, selectionEnd: end, value } = area;
  const words = value.slice(start, end) || empty;
  area.setRangeText(before + words + after, start, end, "end");
  area.setSelectionRange(start + before.length, start + before.length + words.length);
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
}
