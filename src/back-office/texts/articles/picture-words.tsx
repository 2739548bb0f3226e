import type { Editor } from "@tiptap/core";
import { useId } from "react";
import { useEditorState } from "@tiptap/react";
import { goBehindPicture } from "./picture-place";

interface PictureWordsProps {
  editor: Editor;
  /** Called after the member changed the alternative text. */
  onWrite(): void;
}

/** Field for the alternative text of the selected picture. */
export function PictureWords({ editor, onWrite }: PictureWordsProps) {
  const id = useId();
  const alt = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive("picture") ? String(current.getAttributes("picture").alt ?? "") : null,
  });
  if (alt === null) return null;
  return (
    <div className="field article__alt">
      <label className="label" htmlFor={id}>
        What is to be seen? <span className="label__note">for those who cannot see it</span>
      </label>
      <input
        id={id}
        className="input"
        // The empty `form` keeps this field out of the article's form, so that its text is neither sent nor restored.
        form=""
        value={alt}
        onChange={({ target }) => {
          writeWords(editor, target.value);
          onWrite();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Prevents Enter from sending the form.
          event.preventDefault();
          goBehindPicture(editor.view);
          // At once, so that the next keys arrive; the library's command waits for the next frame.
          editor.view.focus();
        }}
      />
    </div>
  );
}

/**
 * Sets the alternative text of the selected picture, without `updateAttributes`, which would replace the node and lose the
 * selection.
 */
function writeWords(editor: Editor, alt: string): void {
  const { tr, selection } = editor.state;
  editor.view.dispatch(tr.setNodeAttribute(selection.from, "alt", alt));
}
