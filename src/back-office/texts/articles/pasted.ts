/** Converts HTML pasted from Word or Google Docs to plain HTML; the editor then drops remaining styles and unknown tags. */
export function cleanPasted(html: string): string {
  const body = /<body\b[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? html;
  return (
    listsOfWord(
      body
        .replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, "")
        .replace(/<!--[\s\S]*?-->/g, "")
        .replace(/<!\[[^\]>]*\]>/g, "")
        .replace(/<(style|script|xml|title|head|svg|iframe|object)\b[\s\S]*?<\/\1>/gi, "")
        .replace(/<\/?(?:o|w|v|m|st1):[a-z]+\b[^>]*>/gi, "")
        .replace(/<(?:meta|link|input|button|video|audio|embed)\b[^>]*>/gi, ""),
    )
      // Google Docs wraps the whole document in a bold tag that has no effect.
      .replace(/<b\b[^>]*(?:docs-internal-guid|font-weight:\s*normal)[^>]*>([\s\S]*)<\/b>/gi, "$1")
      .replace(/<(\/?)h1\b/gi, "<$1h2")
      .replace(/<(\/?)h[4-6]\b/gi, "<$1h3")
      // Word and Google Docs put a bold tag inside headings.
      .replace(/(<h[23]\b[^>]*>)([\s\S]*?)(<\/h[23]>)/gi, (_, open: string, inner: string, close: string) => {
        return `${open}${inner.replace(/<\/?(?:b|strong)\b[^>]*>/gi, "").replace(/font-weight:\s*(?:bold|[6-9]00)/gi, "")}${close}`;
      })
      .replace(/<a\b[^>]*href="https:\/\/www\.google\.com\/url\?q=([^"&]+)[^"]*"/gi, (_, target: string) => {
        return `<a href="${decoded(target)}"`;
      })
      .replace(/<a\b(?![^>]*\bhref=)[^>]*>([\s\S]*?)<\/a>/gi, "$1")
      .replace(/<p\b[^>]*>(?:\s|&nbsp;|\u00a0|<br\s*\/?>|<\/?span\b[^>]*>)*<\/p>/gi, "")
      // Google Docs puts a break between paragraphs for an empty line.
      .replace(/(<\/(?:p|h[1-6]|ul|ol|table|div)>)\s*(?:<br\b[^>]*>\s*)+/gi, "$1")
      .replace(/&nbsp;|\u00a0/g, " ")
      .trim()
  );
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target).replace(/"/g, "%22");
  } catch {
    return target;
  }
}

const WORD_ITEM = /<p\b[^>]*(?:MsoListParagraph|mso-list:\s*l\d)[^>]*>([\s\S]*?)<\/p>/gi;
const BULLET = /<span\b[^>]*mso-list:\s*Ignore[^>]*>([\s\S]*?)<\/span>(?:\s*<\/span>)*/i;

/** Converts Word's lists, which are paragraphs that begin with a bullet or a number. */
function listsOfWord(html: string): string {
  const items = html.replace(WORD_ITEM, (_, inner: string) => {
    const mark = BULLET.exec(inner)?.[1]?.replace(/<[^>]*>|&nbsp;|\s/g, "") ?? "";
    const text = inner
      .replace(BULLET, "")
      .replace(/^(?:\s|&nbsp;|<\/?span\b[^>]*>)*(?:[·•§o]|\d+[.)])(?:\s|&nbsp;)+/i, "")
      .replace(/^(?:\s|&nbsp;)+/, "");
    const list = /^(?:\d+|[a-z])[.)]$/i.test(mark) ? "ol" : "ul";
    return `<${list} data-word><li>${text.trim()}</li></${list}>`;
  });
  return items.replace(/<\/(ul|ol)>\s*<\1 data-word>/g, "").replace(/ data-word/g, "");
}
