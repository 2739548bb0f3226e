import { Node, type JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import { StarterKit } from "@tiptap/starter-kit";
import { Marked } from "marked";

/** Values that the editor shows in place of stored names and paths. */
export interface Shown {
  /** Current values of settings, by name. */
  quotes: ReadonlyMap<string, string>;
  /** Returns the address from which the screen loads a picture, by its stored path. */
  pictureAt(path: string): string;
}

/** Editor node of a quoted setting. It is edited as one unit, and stored as the setting's name in braces. */
const setting = ({ quotes }: Shown) =>
  Node.create({
    name: "setting",
    group: "inline",
    inline: true,
    atom: true,
    addAttributes: () => ({ name: { default: "" } }),
    parseHTML: () => [
      { tag: "span[data-setting]", getAttrs: (element) => ({ name: element.getAttribute("data-setting") ?? "" }) },
    ],
    renderHTML: ({ node }) => {
      const name = String(node.attrs.name);
      return [
        "span",
        { class: "chip-of", "data-setting": name },
        `${quotes.get(name) ?? "no setting"} `,
        ["small", name],
      ];
    },
    renderText: ({ node }) => `{${String(node.attrs.name)}}`,
    markdownTokenName: "setting",
    markdownTokenizer: {
      name: "setting",
      level: "inline",
      start: (text: string) => text.search(/\{\w+\}/),
      tokenize(text: string) {
        const [raw, name] = /^\{(\w+)\}/.exec(text) ?? [];
        return raw === undefined ? undefined : { type: "setting", raw, name };
      },
    },
    parseMarkdown: (token, helpers) => helpers.createNode("setting", { name: token.name as string }),
    renderMarkdown: ({ attrs }) => `{${String(attrs?.name)}}`,
  });

/**
 * Editor node of a link to a product. It is edited as one unit, and stored as a link that redirects if the product is renamed.
 */
const product = Node.create({
  name: "product",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ href: { default: "" }, label: { default: "" } }),
  // Has a higher priority than the node for links, which would parse it as linked text.
  priority: 1100,
  parseHTML: () => [
    {
      tag: "a[data-product]",
      priority: 100,
      getAttrs: (element) => ({ href: element.getAttribute("href") ?? "", label: element.textContent ?? "" }),
    },
  ],
  renderHTML: ({ node }) => [
    "a",
    { class: "chip-of chip-of--product", "data-product": "", href: String(node.attrs.href) },
    String(node.attrs.label),
  ],
  renderText: ({ node }) => String(node.attrs.label),
  markdownTokenName: "product",
  markdownTokenizer: {
    name: "product",
    level: "inline",
    start: (text: string) => text.search(/\[[^[\]]+\]\(\/product\//),
    tokenize(text: string) {
      const [raw, label, href] = /^\[([^[\]\\*_`~<>{}!&]+)\]\((\/product\/[^\s()"<>]+)\)/.exec(text) ?? [];
      return raw === undefined ? undefined : { type: "product", raw, label, href };
    },
  },
  parseMarkdown: (token, helpers) =>
    helpers.createNode("product", { href: token.href as string, label: token.label as string }),
  renderMarkdown: ({ attrs }) => `[${String(attrs?.label)}](${String(attrs?.href)})`,
});

/** Editor node of a picture with its alternative text. */
const picture = ({ pictureAt }: Shown) =>
  Node.create({
    name: "picture",
    group: "inline",
    inline: true,
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: { default: "" }, alt: { default: "" } }),
    parseHTML: () => [
      {
        tag: "img[src]",
        getAttrs: (element) => {
          const src = element.getAttribute("data-path") ?? element.getAttribute("src") ?? "";
          return OWN.test(src) ? { src, alt: element.getAttribute("alt") ?? "" } : false;
        },
      },
    ],
    renderHTML: ({ node }) => {
      const src = String(node.attrs.src);
      return ["img", { src: pictureAt(src), "data-path": src, alt: String(node.attrs.alt), draggable: "true" }];
    },
    markdownTokenName: "image",
    parseMarkdown: (token, helpers) => helpers.createNode("picture", { src: token.href, alt: token.text ?? "" }),
    renderMarkdown: ({ attrs }) => `![${String(attrs?.alt).replace(/[\\[\]]/g, "\\$&")}](${String(attrs?.src)})`,
  });

/** Paths of pictures that pasted text may contain: those in the shop's store. */
const OWN = /^\/media\/[^\s"<>]+$/;

/** Editor extensions for all marks and nodes that an article may contain. */
export const articleExtensions = (shown: Shown) => [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    link: {
      openOnClick: false,
      autolink: false,
      isAllowedUri: (href) => /^(?:https?:|mailto:|tel:|#|\/(?![/\\]))/i.test(href),
    },
  }),
  setting(shown),
  product,
  picture(shown),
];

/** Creates the parser and writer for an article's Markdown. */
export const articleManager = (shown: Shown): MarkdownManager =>
  new MarkdownManager({ extensions: articleExtensions(shown) });

/**
 * Writes the edited article as Markdown: one blank line between blocks, and characters instead of HTML entities if the meaning is
 * the same.
 */
export function markdownOf(manager: MarkdownManager, content: JSONContent): string {
  const text = manager
    .serialize(content)
    .replace(/(?:&nbsp;|\u00a0)(?=\n|$)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  if (text.includes("`")) return text;
  return text
    .replace(/&amp;(?!#?\w+;)/g, "&")
    .replace(/&lt;(?![a-z/!?])/gi, "<")
    .replace(/(^[^\S\r\n]*&gt;)|&gt;/gm, (_, atStart?: string) => atStart ?? ">");
}

const marked = new Marked();
const rendered = (markdown: string): string =>
  marked
    .parse(markdown, { async: false })
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, " ")
    .replace(/> </g, "><")
    .trim();

/** Nodes that may contain blocks only, so that a picture needs a paragraph around it. */
const HOLDERS = new Set(["doc", "blockquote", "listItem"]);

/** Wraps pictures in paragraphs where the schema requires it; the library removes that paragraph when it parses Markdown. */
function inParagraphs(node: JSONContent): JSONContent {
  if (!node.content) return node;
  const isHolder = HOLDERS.has(node.type ?? "");
  const content = node.content.map((each) =>
    isHolder && each.type === "picture" ? { type: "paragraph", content: [each] } : inParagraphs(each),
  );
  // The library parses an empty text to no paragraph, but the schema needs one.
  if (node.type === "doc" && content.length === 0) content.push({ type: "paragraph" });
  return { ...node, content };
}

/** Parses a stored text for the editor; null if writing it as Markdown again would change the rendered article. */
export function openedArticle(manager: MarkdownManager, source: string): JSONContent | null {
  const content = inParagraphs(manager.parse(source));
  return rendered(markdownOf(manager, content)) === rendered(source) ? content : null;
}
