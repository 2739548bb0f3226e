import { Editor } from "@tiptap/core";
import { articleExtensions, articleManager, markdownOf, openedArticle, type Shown } from "./article-markdown";
import { cleanPasted } from "./pasted";
import { typedBehindPicture } from "./picture-place";

interface Opening {
  element: HTMLElement;
  label: string;
  source: string;
  shown: Shown;
  /** Called with the Markdown of a changed text; never for one that was only opened. */
  onWrite(markdown: string): void;
}

/** An open text. */
export interface OpenEditor {
  editor: Editor;
  /** Opens another text in its place; false where the editor would not keep all of it. */
  replace(source: string): boolean;
  /** Writes what is not written yet, and ends the editor. */
  close(): void;
}

/** Milliseconds of rest after which a changed text is written to its field. */
const REST = 250;

/** Pixels of the window that bars cover, at the least; the caret is kept out of them. */
const BARS = { top: 150, right: 0, bottom: 200, left: 0 };

/** Opens a text in the editor; null where the editor would not keep all of it. */
export function openEditor({ element, label, source, shown, onWrite }: Opening): OpenEditor | null {
  const manager = articleManager(shown);
  const content = openedArticle(manager, source);
  if (content === null) return null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    if (rest === undefined) return;
    clearTimeout(rest);
    rest = undefined;
    onWrite(markdownOf(manager, editor.getJSON()));
  };
  const editor = new Editor({
    element,
    extensions: articleExtensions(shown),
    content,
    injectCSS: false,
    editorProps: {
      attributes: { role: "textbox", "aria-multiline": "true", "aria-label": label, class: "article__page" },
      transformPastedHTML: cleanPasted,
      ...typedBehindPicture,
      scrollMargin: BARS,
      scrollThreshold: BARS,
    },
    onUpdate() {
      clearTimeout(rest);
      rest = setTimeout(write, REST);
    },
    onBlur: write,
  });
  // The field is sent with what was typed a moment ago.
  const form = element.closest("form");
  form?.addEventListener("submit", write, { capture: true });
  return {
    editor,
    replace(other) {
      const next = openedArticle(manager, other);
      if (next) editor.commands.setContent(next, { emitUpdate: false });
      return next !== null;
    },
    close() {
      form?.removeEventListener("submit", write, { capture: true });
      write();
      editor.destroy();
    },
  };
}
