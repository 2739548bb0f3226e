import { Editor as TiptapEditor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { articleExtensions, articleManager, markdownOf, openedArticle, type Shown } from "./article-markdown";
import { EditorTools } from "./editor-tools";
import { cleanPasted } from "./pasted";
import { insertPicture, typedBehindPicture } from "./picture-place";
import { PictureWords } from "./picture-words";

/** Milliseconds after the last key at which a changed text is written to its field. */
const WRITE_AFTER_MS = 250;

/** Pixels at the window's edges that fixed bars cover; scrolling keeps the text cursor out of them. */
const BARS = { top: 150, right: 0, bottom: 200, left: 0 };

interface EditorProps {
  /** Article's id. */
  article: string;
  label: string;
  /** Markdown to open. */
  source: string;
  error: string | undefined;
  quotes: readonly { name: string; value: string }[];
  /** Hashes of the pictures in the text, by path. */
  pictures: Readonly<Record<string, string>>;
  /** Called with the Markdown after the member changed the text; not called when it is only opened. */
  onWrite(markdown: string): void;
  /** Called instead of opening a text if the editor would lose a part of it. */
  onRefuse(): void;
}

/** Rich-text editor for an article. */
export function Editor(props: EditorProps) {
  const { article, label, source, error, quotes } = props;
  const place = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<OpenEditor | null>(null);
  const [said, setSaid] = useState("");
  /** Markdown on which the editor and the field last agreed. */
  const agreed = useRef(source);
  const files = useRef(new Map<string, string>());
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  // Opens the editor once; the next effect replaces its text if the field gets another one.
  useEffect(() => {
    if (!place.current) return undefined;
    const first = latest.current;
    const shown = shownOf(first.quotes, (path) => files.current.get(path) ?? latest.current.pictures[path]);
    const onWrite = (markdown: string) => {
      agreed.current = markdown;
      latest.current.onWrite(markdown);
    };
    const made = openEditor({ element: place.current, label, source: agreed.current, shown, onWrite });
    if (!made) latest.current.onRefuse();
    setOpen(made);
    return () => {
      made?.close();
      setOpen(null);
    };
  }, [label]);

  // Opens the field's text in the editor when it was restored or discarded.
  useEffect(() => {
    if (!open || source === agreed.current) return;
    agreed.current = source;
    if (!open.replace(source)) latest.current.onRefuse();
  }, [open, source]);

  const putPicture = (path: string, file: File) => {
    files.current.set(path, URL.createObjectURL(file));
    if (!open) return;
    insertPicture(open.editor.view, path);
    // The field for the alternative text is rendered by the next frame.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(".article__alt input")?.focus());
  };
  return (
    <div ref={box} className={error ? "article__box has-error" : "article__box"}>
      {open && (
        <EditorTools editor={open.editor} article={article} quotes={quotes} onPicture={putPicture} onSay={setSaid} />
      )}
      <div ref={place} />
      {error && <p className="field__error">{error}</p>}
      <p className="field__note" role="status">
        {said}
      </p>
      {open && <PictureWords editor={open.editor} onWrite={() => setSaid("")} />}
    </div>
  );
}

/** Values of quoted settings, and addresses of pictures: of a file that was just uploaded, or of a picture with a known hash. */
const shownOf = (quotes: EditorProps["quotes"], found: (path: string) => string | undefined): Shown => ({
  quotes: new Map(quotes.map(({ name, value }) => [name, value])),
  pictureAt(path) {
    const own = found(path) ?? path;
    return /^(?:blob:|\/)/.test(own) || /^https?:/.test(own) ? own : `/pictures/${own}/960.webp`;
  },
});

interface Opening {
  element: HTMLElement;
  label: string;
  source: string;
  shown: Shown;
  /** Called with the Markdown after the member changed the text; not called when it is only opened. */
  onWrite(markdown: string): void;
}

/** Functions of an opened editor. */
interface OpenEditor {
  editor: TiptapEditor;
  /** Replaces the whole text; returns false, without a change, if the editor would lose a part of it. */
  replace(source: string): boolean;
  /** Writes pending changes to the field, then destroys the editor. */
  close(): void;
}

/** Opens a text in the editor; null if the editor would lose a part of it. */
function openEditor({ element, label, source, shown, onWrite }: Opening): OpenEditor | null {
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
  const editor = new TiptapEditor({
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
      rest = setTimeout(write, WRITE_AFTER_MS);
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
