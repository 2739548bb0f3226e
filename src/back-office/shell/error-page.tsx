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

/** For data of a page that did not arrive; nobody knows whether something was saved just before. */
const UNANSWERED: Words = {
  title: "The shop did not answer",
  text: "The line dropped, or the shop is being started. Open the page again: it shows what is saved.",
};

/** Error page of a screen, inside the frame. */
export function ScreenError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  if (!isRouteErrorResponse(error)) return <ErrorPage status={500} here={here} isUnanswered={isLostAnswer(error)} />;
  if (error.status >= 500 && typeof error.data === "string") return <ErrorPage status={502} here={here} isUnanswered />;
  return <ErrorPage status={error.status} here={here} message={messageOf(error.data)} />;
}

/** Whether an error of the router means that no answer arrived, or one of a proxy, which cannot be decoded. */
const isLostAnswer = (error: unknown): boolean =>
  error instanceof Error && (error.name === "Unanswered" || error.message.startsWith("Unable to decode"));

/** Message of the refusal that caused the error; undefined for other errors. */
const messageOf = (data: unknown): string | undefined => {
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : undefined;
};

interface ErrorPageProps {
  status: number;
  /** Address of the screen. */
  here: string;
  message?: string | undefined;
  /** Whether the screen's data did not arrive. */
  isUnanswered?: boolean;
}

/** Error page shown in place of a screen. */
export function ErrorPage({ status, here, message, isUnanswered = false }: ErrorPageProps) {
  const known = isUnanswered ? UNANSWERED : (WORDS[status] ?? (status < 500 ? WORDS[422] : undefined) ?? FAULT);
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
