import { figures, type FiguresView } from "./figures-address";

/** Hidden fields with the parameters of a view, for a form that changes others. */
export const HiddenView = ({ view }: { view: FiguresView }) =>
  [...figures.queryOf(view)].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
