import type { ChatKind } from "@rostrum/contract/private/notifications.ts";
import type { Message } from "./compose.ts";

/** What a chat is sent. */
export interface ChatRequest {
  readonly url: string;
  /** JSON. */
  readonly body: string;
}

/** A request to the incoming webhook of a chat, in its own form. What people have typed is text there: no markup, and calls nobody. */
export function chatRequest(kind: ChatKind, url: string, message: Message): ChatRequest {
  const { body, at = url } = FORMS[kind](message, url);
  return { url: at, body: JSON.stringify(body) };
}

interface Form {
  readonly body: unknown;
  readonly at?: string;
}

const FORMS: Readonly<Record<ChatKind, (message: Message, url: string) => Form>> = {
  // docs.slack.dev, "Sending messages using incoming webhooks" and "Formatting message text", read in November 2026: three characters
  // are escaped, `<url|label>` is a link.
  SLACK: ({ title, lines, url, urlLabel }) => ({
    body: { text: joined([`*${forSlack(title)}*`, ...lines.map(forSlack), `<${url}|${urlLabel}>`], 3500) },
  }),
  // developers.mattermost.com, "Incoming webhooks" and "Slack compatibility", read in November 2026: Markdown, and `@all` calls
  // everybody.
  MATTERMOST: ({ title, lines, url, urlLabel }) => ({
    body: { text: joined([`**${forMarkdown(title)}**`, ...lines.map(forMarkdown), `[${urlLabel}](${url})`], 3500, "\n\n") },
  }),
  // docs.discord.com, "Webhook Resource", "Execute Webhook", of which a copy was read in November 2026: at most 2,000 characters; no mention is one.
  DISCORD: ({ title, lines, url, urlLabel }) => ({
    body: {
      content: joined([`**${forMarkdown(title)}**`, ...lines.map(forMarkdown), `[${urlLabel}](<${url}>)`], 1900),
      allowed_mentions: { parse: [] },
    },
  }),
  // learn.microsoft.com, "Create and send messages" (Workflows take Adaptive Cards alone, of at most 28 KB) and "TextRun" (no Markdown in
  // it), read in November 2026.
  MICROSOFT_TEAMS: ({ title, lines, url, urlLabel }) => ({
    body: {
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.2",
            body: [
              { type: "RichTextBlock", inlines: [{ type: "TextRun", text: title, weight: "Bolder" }] },
              ...fitting(lines.map(teamsLine), TEAMS_LINES_BYTES, (line) => Buffer.byteLength(JSON.stringify(line)), teamsLine("…")),
            ],
            actions: [{ type: "Action.OpenUrl", title: urlLabel, url }],
          },
        },
      ],
    },
  }),
  // developers.google.com, "Build a Google Chat app as a webhook", of which the beginning was read in November 2026. What others write
  // about its formatting: `<users/all>` calls everybody, and nothing escapes a bracket.
  GOOGLE_CHAT: ({ title, lines, url, urlLabel }) => ({
    body: { text: joined([`*${withoutBrackets(title)}*`, ...lines.map(withoutBrackets), `<${url}|${urlLabel}>`], 3500) },
  }),
  // docs.ntfy.sh, "Publish as JSON", read in November 2026: to the server's root, with the topic in the body.
  NTFY: ({ title, lines, url }, given) => {
    const { root, topic } = topicIn(given);
    return { at: root, body: { topic, title, message: joined(lines, 1200), click: url } };
  },
};

/** `https://ntfy.example/topic?auth=…` as the root of the server, with what is asked, and the topic. */
export function topicIn(url: string): { readonly root: string; readonly topic: string } {
  const root = new URL(url);
  const parts = root.pathname.split("/").filter((part) => part !== "");
  const topic = decoded(parts.at(-1) ?? "");
  root.pathname = `/${parts
    .slice(0, -1)
    .map((part) => `${part}/`)
    .join("")}`;
  return { root: root.href, topic };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function forSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A word joiner after `@` keeps it from calling anybody. */
function forMarkdown(text: string): string {
  return text.replace(/[\\`*_~[\]()<>#|!]/g, "\\$&").replaceAll("@", "@\u2060");
}

function withoutBrackets(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(">", "›");
}

/** Without the title, the link and the frame. */
const TEAMS_LINES_BYTES = 22_000;

function teamsLine(text: string) {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", text }] };
}

/** The first and the last line, and of the others as many as there is room for. */
function joined(lines: readonly string[], lengthMax: number, between = "\n"): string {
  const last = lines.at(-1) ?? "";
  const kept = fitting(lines.slice(0, -1), lengthMax - last.length, (line) => line.length + between.length, "…");
  return [...kept, last.slice(0, lengthMax).toWellFormed()].join(between);
}

/** As many as there is room for, and `more` if these are not all. */
function fitting<T>(lines: readonly T[], sizeMax: number, sizeOf: (line: T) => number, more: T): T[] {
  let room = sizeMax;
  const end = lines.findIndex((line) => {
    room -= sizeOf(line);
    return room < 0;
  });
  return end === -1 ? [...lines] : [...lines.slice(0, end), more];
}
