import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { consume } from "~/platform/rate-limit.server";
import { withRetryAfter } from "~/shop/caching";
import { ownerLinkState } from "~/shop/members/first-owner.server";
import { signInLimits } from "~/shop/members/sign-in-limits";
import { spokenTime } from "~/shop/shop-time";
import { servicesOf, visitContext } from "../context";
import { LinkExpired, OwnerLinkDone } from "../sign-in/link-expired";
import { tryAgainIn } from "../try-again-in";
import { CopyButton } from "../ui/copy-button";
import { Notice } from "../ui/notice";
import { titled } from "../titled";

export const meta = titled("Restore a backup");

export const headers = withRetryAfter({});

/** Number of newest backups that are offered: few, because each is read completely to check it. */
const SHOWN_BACKUPS = 3;

/** Backups from which the empty shop can be restored; only shown with the first owner's link. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const { db, backups, settings } = servicesOf(context);
  const now = new Date();
  const state = await ownerLinkState(db, token, now);
  const none = { token, state, folder: "", wait: "", found: [] };
  if (state !== "opens") return data(none, { status: 403 });
  // Requests are limited by network, because each one reads whole files.
  const retryAfter = await consume(db, signInLimits.links, context.get(visitContext).visitor.network);
  if (retryAfter > 0)
    return data(
      { ...none, wait: tryAgainIn(retryAfter) },
      { status: 429, headers: { "Retry-After": String(retryAfter) } },
    );
  const found = await backups.look(SHOWN_BACKUPS);
  return data({
    ...none,
    folder: backups.folder,
    found: found.map(({ file, at, bytes, shopName, hasKey, isUnencrypted, problem }) => ({
      command: `npm run shop -- restore ${quoted(file)}${isUnencrypted ? " --unencrypted" : ""}`,
      file,
      title: `${shopName || "A backup"}, ${spokenTime(at, now, settings().timeZone)}`,
      size: `${(bytes / 1e6).toFixed(1)} MB`,
      hasKey,
      isUnencrypted,
      problem,
    })),
  });
}

/** Formats a path as a shell argument, in quotes if it has special characters. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** Page for an owner who already has a shop: its backups, each with the command that restores it. */
export default function RestoreBackup() {
  const { token, state, folder, wait, found } = useLoaderData<typeof loader>();
  if (state === "owned") return <OwnerLinkDone />;
  if (state !== "opens") return <LinkExpired />;
  return (
    <>
      <h1>Restore a backup</h1>
      <p className="door__text">
        The shop becomes what it was then, with its members, orders and pictures. A command on the shop&rsquo;s machine
        does it: stop the shop, run the command, and start the shop again. After that the shop is held: pages are shown,
        but no letter is sent and no payment taken until you have looked at it and run{" "}
        <code className="command">npm run shop -- resume</code>.
      </p>
      {wait && <Notice title={wait} isAnswer />}
      {!wait && found.length === 0 && (
        <p>
          There is no backup in <code className="command">{folder}</code>. Put its file there with the folder{" "}
          <code>media</code> that lay beside it, and look again.
        </p>
      )}
      <ul className="found">
        {found.map(({ file, command, title, size, hasKey, isUnencrypted, problem }) => (
          <li key={file}>
            <h2>{title}</h2>
            {problem ? (
              <Notice title="This one cannot be restored">{problem}</Notice>
            ) : (
              <>
                <p>
                  {size} without pictures, whole.{" "}
                  {hasKey
                    ? "This machine has its secret key."
                    : "This machine has another secret key: put the file data/secret-key of that shop back first, or its members set up their codes anew."}
                </p>
                {isUnencrypted && (
                  <p>
                    <b>Not encrypted</b>, although this machine has a passphrase: anybody could have written it. Restore
                    it only if you know that it is yours.
                  </p>
                )}
                <code className="command">{command}</code>
                <CopyButton text={command} what="the command" />
              </>
            )}
          </li>
        ))}
      </ul>
      <p className="door__more">
        <span>
          No backup holds the file <code>.env</code>: bring it along, too.
        </span>
        <Link className="link" to={`/welcome?token=${encodeURIComponent(token)}`}>
          Begin a new shop instead
        </Link>
      </p>
    </>
  );
}
