import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";

interface Words {
  title: string;
  text: string;
}

const WORDS: Record<number, Words> = {
  400: { title: "This could not be read", text: "The form was not one of ours, or was cut off. Open the page again." },
  403: { title: "This is not yours to do", text: "Your role has no right to it. An owner can give you another role." },
  404: { title: "Nothing is here", text: "The address is wrong, or what it named is gone." },
  409: { title: "This was not done", text: "Something changed after you opened it. Look again, then decide." },
  413: { title: "This is too much at once", text: "Nothing of it was saved. Send it in smaller parts." },
  422: { title: "This was not done", text: "What was sent does not fit. Open the page again." },
  429: { title: "Too many at once", text: "Nothing was done. Wait a moment, then try again." },
  503: {
    title: "The database is away",
    text: "It usually answers again within a minute. Nothing you did is lost; what you were about to save was not saved.",
  },
};
const FAULT: Words = {
  title: "Something went wrong",
  text: "It is our mistake, not yours. What you were about to save was not saved.",
};

/** Error page of a screen, inside the frame. */
export function ScreenError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} here={pathname + search} />;
  return <ErrorPage status={error.status} here={pathname + search} message={messageOf(error.data)} />;
}

/** Message of the refusal that caused the error; undefined for other errors. */
const messageOf = (data: unknown): string | undefined => {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : undefined;
};

/** Error page shown in place of a screen. */
export function ErrorPage({ status, here, message }: { status: number; here: string; message?: string | undefined }) {
  const known = WORDS[status] ?? (status < 500 ? WORDS[422] : undefined) ?? FAULT;
  const { title, text } = status < 500 && message ? { ...known, text: message } : known;
  return (
    <>
      <PageHead title={title}>{text}</PageHead>
      <p className="ways">
        {status >= 500 && (
          <ButtonLink look="main" to={here} reloadDocument>
            Try again
          </ButtonLink>
        )}
        <ButtonLink to="/">Back to Today</ButtonLink>
      </p>
    </>
  );
}
