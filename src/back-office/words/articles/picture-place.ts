import { NodeSelection, Selection, TextSelection } from "@tiptap/pm/state";
import type { EditorProps, EditorView } from "@tiptap/pm/view";

/**
 * Puts the caret into a paragraph of its own behind the picture that is chosen: into the empty one that is there, else into a new one with
 * what stood behind the picture. False where no picture is chosen.
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

/** Keys and compositions while a picture is chosen: their words stand behind it, where the library would replace the picture. */
export const typedBehindPicture: Pick<EditorProps, "handleTextInput" | "handleKeyDown" | "handleDOMEvents"> = {
  handleTextInput(view, _from, _to, text) {
    if (!goBehindPicture(view)) return false;
    view.dispatch(view.state.tr.insertText(text).scrollIntoView());
    return true;
  },
  handleKeyDown: (view, event) => event.key === "Enter" && goBehindPicture(view),
  handleDOMEvents: {
    // Keyboards of phones compose: no key is told of before.
    compositionstart(view) {
      goBehindPicture(view);
      return false;
    },
  },
};

/**
 * Puts a picture without words behind what is selected, in a paragraph of its own, and chooses it. Nothing is replaced: a picture that is chosen
 * stays before it.
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
