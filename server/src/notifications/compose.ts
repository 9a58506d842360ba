import { NOTIFICATION_GROUPS, type NotificationGroup } from "@rostrum/contract/private/notifications.ts";
import type { Written } from "../mail/written.ts";
import { momentIn, type Notice, type Place, plain } from "./notices.ts";

const TITLE_LENGTH_MAX = 80;
/** Of a line in a chat: a message that is one long line still fits. */
const LINE_LENGTH_MAX = 700;

const GROUP_TITLES: Readonly<Record<NotificationGroup, string>> = {
  FAILURES: "What went wrong",
  ENDINGS: "Log-ins that end soon",
  QUEUES: "Queues that run empty",
  PUBLISHED: "What was published",
  AUTOMATIONS: "Automations",
};

export interface Reader {
  readonly brandId: number;
  readonly brand: string;
  readonly zone: string;
  readonly publicUrl: string;
}

interface Told {
  readonly notices: readonly Notice[];
  /** How many more there are than are listed. */
  readonly leftOut: number;
}

/** A mail about one thing, or a list of several by what they mean. `stopUrl` ends mails of its kind. */
export function composeMail(
  { notices, leftOut }: Told,
  reader: Reader,
  { stopUrl, isDigest }: { stopUrl: string; isDigest: boolean },
): Written {
  const title = plain(reader.brand, TITLE_LENGTH_MAX);
  const count = notices.length + leftOut;
  const only = count === 1 && !isDigest ? (notices[0] ?? null) : null;
  const subject = only !== null ? only.subject : isDigest ? `${thingsIn(count)} in your digest` : `${thingsIn(count)} happened`;
  return {
    subject: `${title}: ${subject}`,
    paragraphs: [
      ...(only !== null ? wholeOf(only, reader) : listOf(notices, reader)),
      ...(leftOut === 0 ? [] : [`And ${leftOut} more.`]),
      `You get this mail as a member of ${title}.`,
      linkTo({ label: "Choose what you are told, and how", path: `/brands/${reader.brandId}/notifications` }, reader),
      { label: isDigest ? "Stop the digests of this brand" : "Stop the mails at once about this brand", url: stopUrl },
    ],
  };
}

/** A message to a chat, before it has the chat's form. */
export interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  readonly url: string;
  readonly urlLabel: string;
}

export function composeMessage({ notices, leftOut }: Told, reader: Reader): Message {
  const title = plain(reader.brand, TITLE_LENGTH_MAX);
  const count = notices.length + leftOut;
  const only = count === 1 ? (notices[0] ?? null) : null;
  const { label, url } = linkTo(only !== null ? only.link : { label: "Open the brand", path: `/brands/${reader.brandId}` }, reader);
  return {
    title: `${title}: ${only !== null ? only.subject : `${thingsIn(count)} happened`}`,
    lines: [
      ...notices.map(({ sentence, details }) => plain([sentence, ...details].join(" "), LINE_LENGTH_MAX)),
      ...(leftOut === 0 ? [] : [`And ${leftOut} more.`]),
    ],
    url,
    urlLabel: label,
  };
}

type Paragraph = Written["paragraphs"][number];

function wholeOf({ sentence, details, at, link }: Notice, reader: Reader): Paragraph[] {
  return [sentence, ...details, `It happened at ${momentIn(reader.zone, at)}.`, linkTo(link, reader)];
}

/** By group; below each group the pages on which its things are. */
function listOf(notices: readonly Notice[], reader: Reader): Paragraph[] {
  return NOTIFICATION_GROUPS.flatMap((group): Paragraph[] => {
    const own = notices.filter((notice) => notice.group === group);
    if (own.length === 0) return [];
    const pages = new Map(own.map(({ page }) => [page.path, page]));
    return [
      `${GROUP_TITLES[group]}:`,
      ...own.map(({ at, sentence, details }) => [`${momentIn(reader.zone, at)}:`, sentence, ...details].join(" ")),
      ...[...pages.values()].map((page) => linkTo(page, reader)),
    ];
  });
}

function thingsIn(count: number): string {
  return count === 1 ? "1 thing" : `${count} things`;
}

function linkTo({ label, path }: Place, { publicUrl }: Reader) {
  return { label, url: `${publicUrl}${path}` };
}
