import { counted } from "../count-words";
import type { sharedNotes } from "./shared-notes";

/** Notes that several lines of a table have in common. */
export const SharedNotes = ({ shared }: Pick<ReturnType<typeof sharedNotes>, "shared">) =>
  shared.length > 0 && (
    <ul className="import-why" aria-label="What holds for several">
      {shared.map(({ note, count }) => (
        <li key={note}>
          {counted(count, "line", "lines")} below: {note}
        </li>
      ))}
    </ul>
  );
