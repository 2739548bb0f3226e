import { Editor } from "@tiptap/core";
import { articleExtensions, articleManager, markdownOf, openedArticle, type Shown } from "./article-markdown";
import { cleanPasted } from "./pasted";
import { typedBehindPicture } from "./picture-place";

interface Opening {
  element: HTMLElement;
  label: string;
  source: string;
  shown: Shown;
  /** Called with the Markdown after the member changed the text; not called when it is only opened. */
  onWrite(markdown: string): void;
}

/** Functions of an opened editor. */
export interface OpenEditor {
  editor: Editor;
  /** Replaces the whole text; returns false, without a change, if the editor would lose a part of it. */
  replace(source: string): boolean;
  /** Writes pending changes to the field, then destroys the editor. */
  close(): void;
}

/** Milliseconds after the last key at which a changed text is written to its field. */
const REST = 250;

/** Pixels at the window's edges that fixed bars cover; scrolling keeps the text cursor out of them. */
const BARS = { top: 150, right: 0, bottom: 200, left: 0 };

/** Opens a text in the editor; null if the editor would lose a part of it. */
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
  // Writes pending changes before the form is sent.
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
