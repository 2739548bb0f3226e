import type { Editor } from "@tiptap/core";
import { useId, useState } from "react";
import { isHarmless } from "~/shop/texts/is-harmless";
import { PAGES } from "../pages";
import { Button } from "../../ui/button";

/** Field for the address of a link that is put on the selected text. */
export function AddLink({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const [href, setHref] = useState(String(editor.getAttributes("link").href ?? ""));
  const [error, setError] = useState("");
  const id = useId();
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  const set = (event?: { preventDefault(): void }) => {
    event?.preventDefault();
    if (!isHarmless(href)) return setError("A link leads to a page of the shop, to https://, mailto: or tel:.");
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <div className={error ? "article__add field has-error" : "article__add field"}>
      <label className="label" htmlFor={id}>
        Leads to
      </label>
      <input
        id={id}
        className="input"
        // The empty `form` keeps this field out of the article's form, so that its text is neither sent nor restored.
        form=""
        value={href}
        list={`${id}-pages`}
        autoComplete="off"
        spellCheck={false}
        // The field gets the focus, since the member opened it to type.
        ref={(input) => input?.focus()}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => setHref(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter") set(event);
        }}
      />
      <datalist id={`${id}-pages`}>
        {Object.entries(PAGES).map(([path, name]) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
      <Button type="button" onClick={() => set()}>
        Set the link
      </Button>
      {editor.isActive("link") && (
        <Button type="button" look="bare" onClick={remove}>
          Remove it
        </Button>
      )}
      {error && <p className="field__error">{error}</p>}
    </div>
  );
}
