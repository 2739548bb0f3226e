import { Link } from "react-router";

const WORDS: Record<number, { title: string; text: string }> = {
  403: { title: "Not yours to change", text: "Your role has no right to this. An owner can give you another one." },
  404: { title: "Nothing is here", text: "The address is wrong, or what it named is gone." },
};
const FAULT = { title: "Something went wrong", text: "Nothing was changed. Please try again." };

/** What is shown in place of a screen that cannot be. */
export function ErrorPage({ status }: { status: number }) {
  const { title, text } = WORDS[status] ?? FAULT;
  return (
    <main id="main">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <Link to="/">Back to Today</Link>
      </p>
    </main>
  );
}
