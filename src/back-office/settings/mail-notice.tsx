import { Link } from "react-router";
import { Notice } from "../ui/notice";

/** Notice in the mail settings that explains why no mail is sent, and which settings of the process enable it. */
export const MailNotice = () => (
  <Notice title="No mail server is set up: no letter is sent to anybody.">
    <p>
      Letters are written into the outbox folder, and stay there. Whoever runs the shop sets <code>SMTP_URL</code> and{" "}
      <code>MAIL_FROM</code> and starts it again: every letter from then on is sent. See{" "}
      <Link className="link" to="/system">
        Health
      </Link>{" "}
      for where the folder is.
    </p>
  </Notice>
);
