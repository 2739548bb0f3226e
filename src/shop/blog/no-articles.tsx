import { useEffect } from "react";
import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { useToast } from "~/ui/toast";

const PATH = "/blogs";

interface NoArticlesProps {
  hasFailed: boolean;
  /** Whether other categories have articles. */
  hasOthers?: boolean;
}

/** Message in place of a list that is empty or failed to load. */
export function NoArticles({ hasFailed, hasOthers = false }: NoArticlesProps) {
  return hasFailed ? (
    <EmptyState
      title="Error fetching blogs"
      text="The signal dropped."
      action={
        <Link className="btn btn--line" to={PATH} reloadDocument>
          Try again
        </Link>
      }
    />
  ) : (
    <EmptyState
      title="No articles here yet"
      action={
        hasOthers ? (
          <ButtonLink to={PATH} look="line">
            All articles
          </ButtonLink>
        ) : (
          <ButtonLink to="/" look="line">
            Home
          </ButtonLink>
        )
      }
    />
  );
}

/** Shows a toast for each list that failed to load. */
export function useFailureToasts(teasers: unknown, categories: unknown): void {
  const { error } = useToast();
  useEffect(() => {
    if (teasers === undefined) error("Error fetching blogs");
    if (categories === undefined) error("Error fetching categories");
  }, [teasers, categories, error]);
}
