import { useEffect, useRef, useState } from "react";
import type { Shown } from "./article-markdown";
import { EditorTools } from "./editor-tools";
import { type OpenEditor, openEditor } from "./open-editor";
import { insertPicture } from "./picture-place";
import { PictureWords } from "./picture-words";

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
