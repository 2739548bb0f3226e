import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, useRef, useState } from "react";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { AddLink } from "./add-link";
import { AddProduct } from "./add-product";
import { sendArticlePicture } from "../send-picture";

interface EditorToolsProps {
  editor: Editor;
  article: string;
  quotes: readonly { name: string; value: string }[];
  onPicture(path: string, file: File): void;
  onSay(words: string): void;
}

interface Tool {
  name: string;
  /** Name of the mark or node; the button is shown as pressed if the selection has it. */
  is: string;
  attributes?: Record<string, unknown>;
  run(editor: Editor): void;
}

const TOOLS: readonly Tool[] = [
  {
    name: "Heading",
    is: "heading",
    attributes: { level: 2 },
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "Small heading",
    is: "heading",
    attributes: { level: 3 },
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { name: "Bold", is: "bold", run: (editor) => editor.chain().focus().toggleBold().run() },
  { name: "Italic", is: "italic", run: (editor) => editor.chain().focus().toggleItalic().run() },
  { name: "List", is: "bulletList", run: (editor) => editor.chain().focus().toggleBulletList().run() },
  { name: "1, 2, 3", is: "orderedList", run: (editor) => editor.chain().focus().toggleOrderedList().run() },
  { name: "Quote", is: "blockquote", run: (editor) => editor.chain().focus().toggleBlockquote().run() },
];

type Added = "link" | "product";

/** Toolbar above an article's text. Arrow keys move between its buttons, and Tab leaves it. */
export function EditorTools(props: EditorToolsProps) {
  const { editor, article } = props;
  const bar = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Added | null>(null);
  const close = () => {
    setOpen(null);
    editor.commands.focus();
  };
  return (
    <>
      <div
        className="article__bar"
        role="toolbar"
        aria-label="Marks for the article"
        tabIndex={-1}
        ref={bar}
        onKeyDown={(event) => moveAmong(bar.current, event)}
      >
        <Marks editor={editor} open={open} onOpen={setOpen} />
        <Inserted {...props} open={open} onOpen={setOpen} />
        <button
          type="button"
          className="article__tool"
          tabIndex={-1}
          onClick={() => editor.chain().focus().undo().run()}
        >
          Back
        </button>
      </div>
      {open === "link" && <AddLink editor={editor} onClose={close} />}
      {open === "product" && <AddProduct editor={editor} article={article} onClose={close} />}
    </>
  );
}

interface Opened {
  open: Added | null;
  onOpen(added: Added | null): void;
}

function Marks({ editor, open, onOpen }: Pick<EditorToolsProps, "editor"> & Opened) {
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      TOOLS.map(({ is, attributes }) => current.isActive(is, attributes)).concat(current.isActive("link")),
  });
  return (
    <>
      {TOOLS.map(({ name, run }, place) => (
        <button
          key={name}
          type="button"
          className="article__tool"
          aria-pressed={on[place]}
          tabIndex={place === 0 ? 0 : -1}
          onClick={() => run(editor)}
        >
          {name}
        </button>
      ))}
      <button
        type="button"
        className="article__tool"
        aria-pressed={on[TOOLS.length]}
        aria-expanded={open === "link"}
        tabIndex={-1}
        onClick={() => onOpen(open === "link" ? null : "link")}
      >
        Link
      </button>
    </>
  );
}

/** Buttons to insert a picture, a product or a setting into the text. */
function Inserted({ editor, article, quotes, onPicture, onSay, open, onOpen }: EditorToolsProps & Opened) {
  const send = async (file: File | undefined) => {
    if (!file) return;
    onSay("The picture is on its way.");
    const { path, refused } = await sendArticlePicture(article, file);
    onSay(refused ?? "Write below what is to be seen on the picture.");
    if (path !== undefined) onPicture(path, file);
  };
  return (
    <>
      <label className="article__tool">
        Picture
        <input
          className="vh"
          type="file"
          accept={PICTURE_TYPES}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            void send(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </label>
      <button
        type="button"
        className="article__tool"
        aria-expanded={open === "product"}
        tabIndex={-1}
        onClick={() => onOpen(open === "product" ? null : "product")}
      >
        Product
      </button>
      <select
        className="article__tool"
        aria-label="Quote a setting"
        tabIndex={-1}
        value=""
        onChange={({ target }) =>
          target.value !== "" &&
          editor
            .chain()
            .focus()
            .insertContent({ type: "setting", attrs: { name: target.value } })
            .run()
        }
      >
        <option value="">Setting</option>
        {quotes.map(({ name, value }) => (
          <option key={name} value={name}>
            {name}: {value}
          </option>
        ))}
      </select>
    </>
  );
}

/** Moves the focus between the controls of a toolbar with the arrow keys. */
function moveAmong(bar: HTMLElement | null, event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const controls = [...(bar?.querySelectorAll<HTMLElement>("button, select, input") ?? [])];
  const at = controls.indexOf(document.activeElement as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = controls[(at + step + controls.length) % controls.length];
  for (const control of controls) control.tabIndex = control === next ? 0 : -1;
  next?.focus();
}
