import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";

const WORDS: Record<number, { title: string; text: string }> = {
  403: { title: "This is not yours to do", text: "Your role has no right to it. An owner can give you another role." },
  404: { title: "Nothing is here", text: "The address is wrong, or what it named is gone." },
  503: {
    title: "The database is away",
    text: "It usually answers again within a minute. Nothing you did is lost; what you were about to save was not saved.",
  },
};
const FAULT = {
  title: "Something went wrong",
  text: "It is our mistake, not yours. What you were about to save was not saved.",
};

/** The error of the screen that could not be shown. */
export function ScreenError() {
  const error = useRouteError();
  const { pathname, search } = useLocation();
  return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} here={pathname + search} />;
}

/** What is shown in place of a screen that cannot be. */
export function ErrorPage({ status, here }: { status: number; here: string }) {
  const { title, text } = WORDS[status] ?? FAULT;
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
