import { Letter, LetterButton, LetterSign, Paragraph, Small } from "~/shop/letter";
import type { Settings } from "~/shop/settings";
import { linkLasts } from "./link-kinds";
import { type Role, roleWords } from "./member";

/** Kinds of letters that notify members of changes to their accounts, so that they notice a stranger's act. */
export type Notice = "email" | "passphrase" | "factor" | "renewal" | "recovered" | "role";

interface Props {
  settings: Settings;
  /** Base URL of the shop, without a trailing slash. */
  address: string;
}

export const invitationSubject = ({ shopName }: Settings): string => `Your place in the workshop of ${shopName}`;

/** Letter that invites a new member, with a link that can be used once. */
export function Invitation({ settings, address, link, role, by }: Props & { link: string; role: Role; by: string }) {
  const { name, does } = roleWords[role];
  return (
    <Letter preview={`${by} asks you in.`} settings={settings} address={address} isInternal>
      <LetterSign under={`As ${name.toLowerCase()}`}>Come in</LetterSign>
      <Paragraph>
        {by} asks you into the workshop of {settings.shopName}. What you may do there: {does}
      </Paragraph>
      <LetterButton href={link}>Set up your way in</LetterButton>
      <Small>
        The link works once, within {linkLasts("invitation")}, and is for you only. Did you expect no invitation? Ignore
        it.
      </Small>
    </Letter>
  );
}

export const resetSubject = "A new password for the workshop";

/** Letter with the link for setting a new passphrase, which also requires a code. */
export function Reset({ settings, address, link }: Props & { link: string }) {
  return (
    <Letter preview="You asked for a new password." settings={settings} address={address} isInternal>
      <LetterSign under="A code is still asked for">New password</LetterSign>
      <Paragraph>
        Somebody, we hope you, asked for a new password. The link leads to the page where you set it. You need a code
        from your app, or a recovery code, as always.
      </Paragraph>
      <LetterButton href={link}>Set a new password</LetterButton>
      <Small>
        The link works once, within {linkLasts("reset")}. If it was not you, there is nothing to do: nobody gets in by
        this letter alone.
      </Small>
    </Letter>
  );
}

const NOTICES: Record<Notice, { subject: string; text: string }> = {
  email: {
    subject: "Your e-mail address was changed",
    text: "the e-mail address of your account in the workshop was changed. From now on letters go to the new one.",
  },
  passphrase: {
    subject: "Your password was changed",
    text: "the password of your account in the workshop was changed, and all other sessions were ended.",
  },
  factor: {
    subject: "Your ways to sign in were changed",
    text: "a passkey, password or code of your account in the workshop was added or taken away.",
  },
  renewal: {
    subject: "You may set up a new way to sign in",
    text: "an owner ended all your sessions and has a link for you, by which you set up a new way to sign in.",
  },
  recovered: {
    subject: "A way into the workshop was made on the server",
    text: "somebody with access to the server made a link that opens an account of the workshop, and ended its sessions.",
  },
  role: { subject: "Your role was changed", text: "an owner gave you another role in the workshop." },
};

export const noticeSubject = (notice: Notice): string => NOTICES[notice].subject;

/** Letter that notifies a member of a change to the account. */
export function AccountNotice({ settings, address, notice, name }: Props & { notice: Notice; name: string }) {
  const { subject, text } = NOTICES[notice];
  return (
    <Letter preview={subject} settings={settings} address={address} isInternal>
      <LetterSign>{subject}</LetterSign>
      <Paragraph>
        {name}, {text}
      </Paragraph>
      <Small>If that was neither you nor somebody you asked, tell another owner now.</Small>
    </Letter>
  );
}
