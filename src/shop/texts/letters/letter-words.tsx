import type { ReactElement, ReactNode } from "react";
import { quotable, type Settings } from "~/shop/settings";
import type { LetterField } from "./letter-form";
import { letterForm, type LetterFieldName, type LetterKey } from "./letter-forms";

/** Values of chips by name. Links are only possible in paragraphs. */
export type Chips = Readonly<Record<string, string | ReactElement>>;

/** Texts of one letter: the delivered texts with those that members changed, and the settings that they quote. */
export interface LetterWords<K extends LetterKey = LetterKey> {
  key: K;
  changed: Readonly<Record<string, string>>;
  settings: Settings;
}

/** Renders the texts of a letter with its chips replaced by values. */
export interface Saying<K extends LetterKey> {
  /** A text as one line; `more` are chips that only this text may contain. */
  line(name: LetterFieldName<K>, more?: Chips): string;
  /** Paragraphs of a text as React nodes, with chips replaced by values; empty for an empty text. */
  paragraphs(name: LetterFieldName<K>, more?: Chips): ReactNode[][];
}

/** Delivered texts of a letter. */
export const asDelivered = <K extends LetterKey>(key: K, settings: Settings): LetterWords<K> => ({
  key,
  changed: {},
  settings,
});

/**
 * Texts of a letter with another sentence in place of those that quote the time which banks take, because money on a gift card is there
 * at once.
 */
export function atOnce<K extends LetterKey>(words: LetterWords<K>, sentence: string): LetterWords<K> {
  const fields: Readonly<Record<string, LetterField>> = letterForm(words.key)?.fields ?? {};
  const changed = Object.entries(fields).map(([name, { delivered }]) => {
    const sentences = (words.changed[name] ?? delivered).split(/(?<=[.!?]\s)/);
    return [
      name,
      sentences
        .map((each) => (each.includes("{refundTime}") ? `${sentence} ` : each))
        .join("")
        .trim(),
    ];
  });
  return { ...words, changed: Object.fromEntries(changed) as Record<string, string> };
}

/**
 * Renders the texts of a letter with these values of chips. Values are inserted as plain text, so that braces or markup in a name
 * are not interpreted. A chip with an empty value is removed together with the following space.
 */
export function saying<K extends LetterKey>({ key, changed, settings }: LetterWords<K>, chips: Chips): Saying<K> {
  const fields: Readonly<Record<string, LetterField>> = letterForm(key)?.fields ?? {};
  const quotes = quotable(settings);
  const textOf = (name: string) => changed[name] ?? fields[name]?.delivered ?? "";
  const all = (more: Chips = {}) => ({ ...quotes, ...chips, ...more });
  return {
    line: (name, more) => lineOf(partsOf(textOf(name), all(more))),
    paragraphs(name, more) {
      const text = textOf(name);
      if (text.trim() === "") return [];
      return text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph) => linesOf(paragraph, all(more)));
    },
  };
}

const lineOf = (parts: (string | ReactElement)[]): string =>
  parts
    .map((part) => (typeof part === "string" ? part : ""))
    .join("")
    .replace(/\p{Cc}+/gu, " ")
    .trim();

/** Lines of a paragraph, with line breaks between them. */
const linesOf = (paragraph: string, chips: Chips): ReactNode[] =>
  paragraph
    .split("\n")
    .flatMap((line, place) => [...(place > 0 ? [<br key={place} />] : []), ...withoutEnd(partsOf(line.trim(), chips))]);

/** Removes the space that an empty chip at the end of a line leaves. */
function withoutEnd(parts: (string | ReactElement)[]): (string | ReactElement)[] {
  const last = parts.at(-1);
  return typeof last === "string" ? [...parts.slice(0, -1), last.trimEnd()] : parts;
}

/** Splits a text into plain parts and links, with its chips replaced by values. */
function partsOf(text: string, chips: Chips): (string | ReactElement)[] {
  const parts: (string | ReactElement)[] = [];
  const add = (words: string) => {
    const last = parts.at(-1);
    if (words === "") return;
    if (typeof last === "string") parts[parts.length - 1] = last + words;
    else parts.push(words);
  };
  let from = 0;
  for (const { 0: braces, 1: name = "", 2: space = "", index } of text.matchAll(/\{(\w+)\}( ?)/g)) {
    add(text.slice(from, index));
    from = index + braces.length;
    const value = Object.hasOwn(chips, name) ? chips[name] : undefined;
    if (value === undefined) add(braces);
    else if (typeof value === "string") add(value === "" ? "" : value + space);
    else {
      parts.push(value);
      add(space);
    }
  }
  add(text.slice(from));
  return parts;
}

/** Subject of a letter with its chips replaced by values. */
export const letterSubject = (words: LetterWords, chips: Chips): string => saying(words, chips).line("subject");
