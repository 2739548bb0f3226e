import { NodeSelection, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";

/**
 * Moves the text cursor behind the selected picture: into the empty paragraph there, or into a new one that takes the content
 * behind the picture. Returns false if no picture is selected.
 */
export function goBehindPicture({ state, dispatch }: Pick<EditorView, "state" | "dispatch">): boolean {
  const { selection, tr } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== "picture") return false;
  const { $to } = selection;
  const after = $to.after();
  const next = state.doc.resolve(after).nodeAfter;
  const isFree = $to.pos === $to.end() && next?.type.name === "paragraph" && next.content.size === 0;
  if (!isFree) tr.split($to.pos);
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(isFree ? after + 1 : $to.pos + 2))).scrollIntoView());
  return true;
}

/** Inserts text that is typed while a picture is selected behind the picture; the library would replace the picture by it. */
export const typedBehindPicture: Pick<EditorProps, "handleTextInput" | "handleKeyDown" | "handleDOMEvents"> = {
  handleTextInput(view, _from, _to, text) {
    if (!goBehindPicture(view)) return false;
    view.dispatch(view.state.tr.insertText(text).scrollIntoView());
    return true;
  },
  handleKeyDown: (view, event) => event.key === "Enter" && goBehindPicture(view),
  handleDOMEvents: {
    // Keyboards of phones use composition, which no keydown event announces.
    compositionstart(view) {
      goBehindPicture(view);
      return false;
    },
  },
};

/**
 * Inserts a picture without alternative text after the selection, in its own paragraph, and selects it. Nothing is replaced: if a
 * picture is selected, the new one is put after it.
 */
export function insertPicture(view: EditorView, src: string): void {
  goBehindPicture(view);
  const { state } = view;
  const { schema, tr } = state;
  const picture = schema.node("picture", { src, alt: "" });
  const { $to } = state.selection.$to.parent.inlineContent ? state.selection : Selection.near(state.selection.$to, -1);
  let at = $to.pos;
  if ($to.parent.content.size === 0) tr.insert(at, picture);
  else {
    if (at === $to.end()) at = $to.after();
    else if (at === $to.start()) at = $to.before();
    else {
      tr.split(at);
      at += 1;
    }
    tr.insert(at, schema.node("paragraph", null, picture));
    at += 1;
  }
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, at)).scrollIntoView());
}
