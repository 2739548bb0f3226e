import type { Editor } from "@tiptap/core";
import { useId } from "react";
import { useEditorState } from "@tiptap/react";

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
        value={alt}
        onChange={({ target }) => editor.commands.updateAttributes("picture", { alt: target.value })}
        onKeyDown={(event) => {
          // Enter would send the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
    </div>
  );
}
