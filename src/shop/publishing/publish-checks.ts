import { Marked, type Token } from "marked";
import { isHarmless } from "~/shop/texts/is-harmless";
import type { MenuRow } from "~/shop/texts/menu-forms";
import { textControlOf } from "~/shop/texts/text-controls";

/** An error in a field that prevents a text from being published. */
export interface Complaint {
  field: string;
  text: string;
}

/** Headings, links and pictures of a Markdown text. */
interface Outline {
  headings: { depth: number; text: string }[];
  links: string[];
  /** Addresses of the text's pictures. */
  pictures: string[];
  /** Number of pictures without alternative text for screen readers. */
  unnamedPictures: number;
  /** Number of pictures embedded in the text as data: URLs. */
  dataPictures: number;
}

/** Parses a Markdown text for its headings, links and pictures. */
export function outlineOf(markdown: string): Outline {
  const outline: Outline = { headings: [], links: [], pictures: [], unnamedPictures: 0, dataPictures: 0 };
  const marked = new Marked();
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === "heading") outline.headings.push({ depth: Number(token.depth), text: String(token.text) });
    if (token.type === "link") outline.links.push(String(token.href));
    if (token.type === "image") {
      outline.pictures.push(String(token.href));
      if (String(token.text).trim() === "") outline.unnamedPictures += 1;
      if (/^data:/i.test(String(token.href))) outline.dataPictures += 1;
    }
  });
  return outline;
}

/**
 * Error about headings: a text with its own title must have exactly one, any other text none, and the levels of sections may not
 * skip one.
 */
function headingComplaint(headings: Outline["headings"], hasTitle: boolean): string | undefined {
  const titles = headings.filter(({ depth }) => depth === 1);
  if (!hasTitle && titles.length > 0) return "The page has its title already. Begin headings with ##.";
  if (hasTitle && titles.length === 0) return "Begin with its title: a line such as # Return policy.";
  if (titles.length > 1) return `There are ${titles.length} titles (#). Keep one, and begin sections with ##.`;
  const gap = headings.find(({ depth }, place) => place > 0 && depth > (headings[place - 1]?.depth ?? 0) + 1);
  return gap && `"${gap.text}" is a heading two levels below the one before it. Use one # less.`;
}

/** First name in braces that is no setting, since shoppers would see the braces; undefined if there is none. */
function unknownQuote(text: string, settings: ReadonlySet<string>): string | undefined {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).find((name) => !settings.has(name));
}

/** Names in braces that pages replace themselves. */
const FILLED_BY_PAGES = new Set(["state", "query", "fit"]);

/** Errors that can be found without the database: links that run scripts, headings, unknown settings, pictures. */
export function complaintsOf(
  values: Readonly<Record<string, unknown>>,
  settings: ReadonlySet<string>,
  markdown: readonly string[] = [],
): Complaint[] {
  const known = new Set([...settings, ...FILLED_BY_PAGES]);
  return Object.entries(values).flatMap(([field, value]) => {
    if (Array.isArray(value)) return rowComplaints(field, value as MenuRow[], known);
    if (typeof value !== "string") return [];
    const quote = unknownQuote(value, known);
    const unknown = quote === undefined ? [] : [`{${quote}} is no setting. Choose one of the list.`];
    const own = isMarkdown(field, markdown) ? markdownComplaints(value, field === "markdown") : [];
    return [...unknown, ...own].map((text) => ({ field, text }));
  });
}

const isMarkdown = (field: string, others: readonly string[]): boolean =>
  textControlOf(field) === "markdown" || others.includes(field);

/** Errors of a question of the FAQ that shoppers see. */
export function complaintsOfFaq({ question, answer, isShown }: Readonly<Record<string, unknown>>): Complaint[] {
  if (isShown !== true) return [];
  return [
    ...(String(question).trim() === "" ? [{ field: "question", text: "Write the question." }] : []),
    ...(String(answer).trim() === "" ? [{ field: "answer", text: "Write the answer." }] : []),
  ];
}

function rowComplaints(field: string, rows: readonly MenuRow[], settings: ReadonlySet<string>): Complaint[] {
  const quote = rows.map(({ label }) => unknownQuote(label, settings)).find((name) => name !== undefined);
  return quote === undefined ? [] : [{ field, text: `{${quote}} is no setting. Choose one of the list.` }];
}

function markdownComplaints(text: string, hasTitle: boolean): string[] {
  const { headings, links, unnamedPictures, dataPictures } = outlineOf(text);
  const running = links.find((href) => !isHarmless(href));
  return [
    headingComplaint(headings, hasTitle),
    running !== undefined && `A link leads to ${running.slice(0, 60)}, which is no page and no address on the web.`,
    dataPictures > 0 && "A picture stands in the text with all its bytes. Take it out.",
    unnamedPictures > 0 && "A picture has no words for those who cannot see it: ![what is to be seen](…).",
  ].filter((complaint) => typeof complaint === "string");
}

/** Links in the texts of a record, each with its field. */
export const linksIn = (
  values: Readonly<Record<string, unknown>>,
  markdown: readonly string[] = [],
): { field: string; href: string }[] =>
  Object.entries(values).flatMap(([field, value]) => {
    if (Array.isArray(value)) return (value as MenuRow[]).map(({ href }) => ({ field, href }));
    if (typeof value !== "string") return [];
    // In a section that a member added, the link may be empty.
    if (textControlOf(field) === "link") return value === "" ? [] : [{ field, href: value }];
    return isMarkdown(field, markdown) ? outlineOf(value).links.map((href) => ({ field, href })) : [];
  });
