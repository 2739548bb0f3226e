import { Link } from "react-router";
import type { FoundText } from "./shop-texts";

const KINDS: Record<FoundText["kind"], string> = { page: "Page", answer: "Answer" };

/** Label for the kind of a result that is no product. */
export const TextKind = ({ kind }: Pick<FoundText, "kind">) => <small className="muted">{KINDS[kind]}</small>;

/** Pages and answers that a search found. */
export function FoundTexts({ title, texts }: { title: string; texts: FoundText[] }) {
  return (
    <section className="results__texts" aria-labelledby="found-texts">
      <h2 id="found-texts">{title}</h2>
      <ul>
        {texts.map(({ kind, title, address, excerpt }) => (
          <li key={address}>
            <Link to={address}>
              <b>{title}</b>
              <TextKind kind={kind} />
              <span className="muted">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
