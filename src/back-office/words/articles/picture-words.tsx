import type { Editor } from "@tiptap/core";
import { useId } from "react";
import { useEditorState } from "@tiptap/react";
import { goBehindPicture } from "./picture-place";

/** Words of the chosen picture, for those who cannot see it. */
export function PictureWords({ editor }: { editor: Editor }) {
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
        // Field of no form: its text is no value of the article, and must not be filled in again where the field is opened again.
        form=""
        value={alt}
        onChange={({ target }) => writeWords(editor, target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would send the form.
          event.preventDefault();
          goBehindPicture(editor.view);
          editor.commands.focus();
        }}
      />
    </div>
  );
}

/** Writes the words of the chosen picture. `updateAttributes` would put another picture in its place, which is not chosen. */
function writeWords(editor: Editor, alt: string): void {
  const { tr, selection } = editor.state;
  editor.view.dispatch(tr.setNodeAttribute(selection.from, "alt", alt));
}
