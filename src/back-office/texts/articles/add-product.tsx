import type { Editor } from "@tiptap/core";
import { useId } from "react";
import { useFetcher } from "react-router";
import type { articlePage } from "./article.server";

/** Search field for a product; the chosen product is inserted into the text as one unit. */
export function AddProduct({ editor, article, onClose }: { editor: Editor; article: string; onClose(): void }) {
  const id = useId();
  const fetcher = useFetcher<Awaited<ReturnType<typeof articlePage>>>();
  const found = fetcher.data?.found ?? [];
  const find = (text: string) => {
    if (text.trim().length > 1)
      void fetcher.load(`/words/articles/${article}?goods=${encodeURIComponent(text.trim())}`);
  };
  return (
    <div className="article__add field">
      <label className="label" htmlFor={id}>
        Product
      </label>
      <input
        id={id}
        className="input"
        // The empty `form` keeps this field out of the article's form, so that its text is neither sent nor restored.
        form=""
        type="search"
        autoComplete="off"
        placeholder="Part of its name"
        ref={(input) => input?.focus()}
        onChange={({ target }) => find(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <ul className="article__found" aria-live="polite">
        {found.map(({ name, address }) => (
          <li key={address}>
            <button
              type="button"
              className="link"
              onClick={() => {
                editor
                  .chain()
                  .focus()
                  .insertContent({ type: "product", attrs: { href: address, label: name } })
                  .run();
                onClose();
              }}
            >
              {name}
            </button>
          </li>
        ))}
        {fetcher.data?.found?.length === 0 && <li className="dust">No product on the shop is called so.</li>}
      </ul>
    </div>
  );
}
