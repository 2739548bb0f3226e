/** Questions of one FAQ tab. */
export interface FaqCategory {
  id: string;
  name: string;
  questions: { id: string; question: string; answer: string }[];
}

/** Part of an answer: text, or a link if `href` is set. */
export interface AnswerPart {
  text: string;
  href?: string;
}

/** The shop's origin in stored texts: links with it are rewritten to the current address. */
const OWN_ORIGIN = "https://ironmesa.example";

/** Rewrites links to the shop in a stored text to the origin `address`. */
export const atAddress = (text: string, address: string): string =>
  text.replace(/https:\/\/ironmesa\.example(?![\w.-]*\w)/g, address);

const ADDRESSES = /https?:\/\/[^\s<>"]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Punctuation that follows a URL and is not part of it. */
const TRAILING = /(?<![.,;:!?)\]'"])[.,;:!?)\]'"]+$/;

/** Splits an answer into text and links: web and e-mail addresses become links. */
export function linked(answer: string, ownOrigin = OWN_ORIGIN): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let read = 0;
  for (const match of answer.matchAll(ADDRESSES)) {
    const text = match[0].replace(TRAILING, "");
    if (match.index > read) parts.push({ text: answer.slice(read, match.index) });
    parts.push(linkTo(text, ownOrigin));
    read = match.index + text.length;
  }
  if (read < answer.length) parts.push({ text: answer.slice(read) });
  return parts;
}

function linkTo(text: string, ownOrigin: string): AnswerPart {
  if (!/^https?:/.test(text)) return { text, href: `mailto:${text}` };
  const isOwn = text === ownOrigin || text.startsWith(`${ownOrigin}/`);
  return { text, href: isOwn ? text.slice(ownOrigin.length) || "/" : text };
}
