import { NOTIFICATION_GROUPS } from "@rostrum/contract/private/notifications.ts";
import { momentIn } from "../../ground/moments.ts";
import type { Written } from "../mail/written.ts";
import { type Listener, type Notice, type Place, plain } from "./notices.ts";
import { wordsOf } from "./words.ts";

const TITLE_LENGTH_MAX = 80;
/** Of a line in a chat: a message that is one long line still fits. */
const LINE_LENGTH_MAX = 700;

export interface Reader extends Listener {
  readonly brandId: number;
  readonly brand: string;
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
  const words = wordsOf(reader.language);
  const subject = only !== null ? only.subject : isDigest ? words.digestSubject({ count }) : words.mailSubject({ count });
  return {
    language: reader.language,
    subject: `${title}: ${subject}`,
    paragraphs: [
      ...(only !== null ? wholeOf(only, reader) : listOf(notices, reader)),
      ...(leftOut === 0 ? [] : [words.more({ count: leftOut })]),
      words.why({ brand: title }),
      linkTo({ label: words.choose, path: `/brands/${reader.brandId}/notifications` }, reader),
      { label: isDigest ? words.stopDigest : words.stopMail, url: stopUrl },
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
  const words = wordsOf(reader.language);
  const { label, url } = linkTo(only !== null ? only.link : { label: words.openBrand, path: `/brands/${reader.brandId}` }, reader);
  return {
    title: `${title}: ${only !== null ? only.subject : words.mailSubject({ count })}`,
    lines: [
      ...notices.map(({ sentence, details }) => plain([sentence, ...details].join(" "), LINE_LENGTH_MAX)),
      ...(leftOut === 0 ? [] : [words.more({ count: leftOut })]),
    ],
    url,
    urlLabel: label,
  };
}

type Paragraph = Written["paragraphs"][number];

function wholeOf({ sentence, details, at, link }: Notice, reader: Reader): Paragraph[] {
  return [
    sentence,
    ...details,
    wordsOf(reader.language).happened({ moment: momentIn(reader.language, reader.zone, at) }),
    linkTo(link, reader),
  ];
}

/** By group; below each group the pages on which its things are. */
function listOf(notices: readonly Notice[], reader: Reader): Paragraph[] {
  const words = wordsOf(reader.language);
  return NOTIFICATION_GROUPS.flatMap((group): Paragraph[] => {
    const own = notices.filter((notice) => notice.group === group);
    if (own.length === 0) return [];
    const pages = new Map(own.map(({ page }) => [page.path, page]));
    return [
      words.at({ moment: words.groups[group] }),
      ...own.map(({ at, sentence, details }) =>
        [words.at({ moment: momentIn(reader.language, reader.zone, at) }), sentence, ...details].join(" "),
      ),
      ...[...pages.values()].map((page) => linkTo(page, reader)),
    ];
  });
}

function linkTo({ label, path }: Place, { publicUrl }: Reader) {
  return { label, url: `${publicUrl}${path}` };
}
