import type { ChannelType } from "./channels.ts";

/** One field of a network's credentials, as a form asks for it. */
export interface CredentialField {
  /** In the credentials. */
  readonly name: string;
  readonly label: string;
  /** Where to get it, as a sentence. */
  readonly hint: string;
  readonly example: string;
  /** Whoever knows it can publish: it is not shown while it is typed. */
  readonly isSecret: boolean;
  readonly isOptional: boolean;
}

function field(name: string, label: string, example: string, hint: string): CredentialField {
  return { name, label, hint, example, isSecret: false, isOptional: false };
}

function secret(name: string, label: string, example: string, hint: string): CredentialField {
  return { ...field(name, label, example, hint), isSecret: true };
}

function optional(given: CredentialField): CredentialField {
  return { ...given, isOptional: true };
}

/** What a channel of each type is connected with, where nobody logs in. In the order of the form. */
export const credentialFields: Readonly<Record<ChannelType, readonly CredentialField[]>> = {
  Facebook: [
    field("pageId", "Page id", "102030405060708", "Digits. On the Page, under About, Page transparency."),
    secret(
      "accessToken",
      "Access token",
      "EAA…",
      "Of the Page, or of a system user who may publish on it. Meta Business Suite, Settings, System users.",
    ),
  ],
  Instagram: [
    secret(
      "accessToken",
      "Access token",
      "IGAA…",
      "In your application at Meta, under Instagram, API setup: generate a token for the account.",
    ),
    optional(field("userId", "Account id", "17841400000000000", "Digits. Only for a token of Facebook: the id of the Instagram account.")),
  ],
  Threads: [
    secret(
      "accessToken",
      "Access token",
      "THAA…",
      "A long-lived user token. In your application at Meta, under Threads, Settings, User token generator.",
    ),
  ],
  LinkedIn: [
    secret("accessToken", "Access token", "AQX…", "From LinkedIn's OAuth token generator, for your application."),
    optional(
      field("author", "Page", "urn:li:organization:2414183", "Only for a Page: its number is in the address of the Page's admin view."),
    ),
    optional(
      field("expiresAt", "Token ends on", "2027-01-31", "LinkedIn's tokens last two months. With the day, you are reminded in time."),
    ),
  ],
  "Google Business": [
    secret("refreshToken", "Refresh token", "1//0g…", "From Google's OAuth Playground, with your application's id and secret."),
    field("location", "Location", "accounts/1001/locations/2002", "With its account, as the Business Profile API names it."),
  ],
  YouTube: [secret("refreshToken", "Refresh token", "1//0g…", "From Google's OAuth Playground, with your application's id and secret.")],
  TikTok: [
    secret("accessToken", "Access token", "act.…", "From a log-in at your application on TikTok for Developers."),
    optional(secret("refreshToken", "Refresh token", "rft.…", "Comes with the access token. Without it, the connection ends after a day.")),
  ],
  Pinterest: [
    secret("accessToken", "Access token", "pina_…", "In your application on Pinterest for developers."),
    field("boardId", "Board id", "549755885175", "Digits. The board's pins are made there."),
    optional(
      secret("refreshToken", "Refresh token", "pinr_…", "Comes with the access token. Without it, the connection ends after a month."),
    ),
  ],
  X: [
    secret("accessToken", "Access token", "…", "A user's token with OAuth 2.0, from your application in X's developer portal."),
    optional(secret("refreshToken", "Refresh token", "…", "Comes with the access token. Without it, the connection ends after two hours.")),
  ],
  Mastodon: [
    field("instance", "Server", "mastodon.social", "The server that the account is on."),
    secret("accessToken", "Access token", "…", "On your server: Preferences, Development, New application. Copy “Your access token”."),
  ],
  Bluesky: [
    field("identifier", "Handle", "you.bsky.social", "The account's handle or e-mail address."),
    secret(
      "appPassword",
      "App password",
      "abcd-efgh-ijkl-mnop",
      "In Bluesky: Settings, Privacy and security, App passwords. Not your own password.",
    ),
    optional(field("service", "Server", "https://bsky.social", "Only if the account is on a server of its own.")),
  ],
  Telegram: [
    secret(
      "botToken",
      "Bot token",
      "123456789:AA…",
      "In Telegram, write /newbot to @BotFather. Make the bot an administrator who may post messages. Use it for nothing else.",
    ),
    field("chatId", "Channel or group", "@cornerbakery", "Its public name, or its number, which begins with -100."),
  ],
  "Social Media": [
    field(
      "url",
      "Address",
      "https://hooks.example.com/rostrum",
      "Where posts are sent to. It answers as the documentation of the webhook says.",
    ),
    secret("secret", "Secret", "…", "The key of the signature, known to both sides. Make up a long one."),
  ],
};
