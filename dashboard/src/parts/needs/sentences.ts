import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { locale } from "../../language/language.ts";
import { networkName } from "../look/networks.ts";
import { printDay, printMoment } from "../moments.ts";
import { tellReason } from "../reasons/reasons.ts";
import { words } from "./words.ts";

/** A post by the beginning of its text. */
const NAME_LENGTH_MAX = 44;

/** What needs somebody, in words: what it is, and what there is to know. */
export function sentencesOf(need: Need, zone: string): { readonly title: string; readonly text: string } {
  switch (need.kind) {
    case "FAILED":
      return { title: failedTitle(need), text: failedText(need) };
    case "UNDECIDED":
      return { title: words.undecided({ post: nameOf(need), networks: networksOf(need) }), text: words.undecidedText };
    case "LOG_IN_ENDED": {
      const { channel, posts } = need;
      const text = words.logInEndedText({ count: posts, channel: channel.name });
      return { title: words.logInEnded({ network: networkName(channel.type) }), text };
    }
    case "LOG_IN_ENDS": {
      const { channel, endsAt } = need;
      const title = words.logInEnds({ network: networkName(channel.type), when: printMoment(endsAt, zone) });
      return { title, text: words.logInEndsText({ channel: channel.name }) };
    }
    case "QUEUE_PAUSED":
      return { title: words.paused, text: words.pausedText({ count: need.posts }) };
    case "NO_TIMES":
      return { title: words.noTimes({ collection: need.collection.title }), text: words.noTimesText({ count: need.posts }) };
    case "NO_CHANNELS":
      return { title: words.noChannels({ collection: need.collection.title }), text: words.noChannelsText({ count: need.posts }) };
    case "RUNS_DRY": {
      const { collection, lastAt, free } = need;
      const name = collection.title;
      const title = lastAt === null ? words.dryNow({ collection: name }) : words.dry({ collection: name, when: printMoment(lastAt, zone) });
      return { title, text: words.dryText({ count: free }) };
    }
  }
}

/** The same in two words, for a list of brands. */
export function pillOf(need: Need, count: number, zone: string): string {
  switch (need.kind) {
    case "FAILED":
      return words.pills.failed({ count });
    case "UNDECIDED":
      return words.pills.undecided({ count });
    case "LOG_IN_ENDED":
      return words.pills.logInEnded({ network: networkName(need.channel.type) });
    case "LOG_IN_ENDS":
      return words.pills.logInEnds({ network: networkName(need.channel.type), when: dayOf(need.endsAt, zone) });
    case "QUEUE_PAUSED":
      return words.pills.paused;
    case "NO_TIMES":
      return words.pills.noTimes;
    case "NO_CHANNELS":
      return words.pills.noChannels;
    case "RUNS_DRY":
      return words.pills.dry;
  }
}

/** Networks side by side as the language joins them, each once. */
export function joinNames(names: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format([...new Set(names)]);
}

/** The beginning of a post's text, in a sentence. */
export function shortName(post: string, postId: number | null): string {
  const letters = [...post];
  if (letters.length === 0) return words.post({ id: postId ?? 0 });
  return letters.length <= NAME_LENGTH_MAX
    ? post
    : `${letters
        .slice(0, NAME_LENGTH_MAX - 1)
        .join("")
        .trimEnd()}…`;
}

interface Unsent extends Pick<Parameters<typeof tellReason>[0], "reason" | "message"> {
  readonly type: ChannelType | null;
}

/** Why a post did not get there, each reason once. What has no known reason is not quoted: it would be in the words of programs. */
export function reasonsOf(missed: readonly Unsent[]): string[] {
  return [...new Set(missed.flatMap(({ type, ...why }) => tellReason({ ...why, network: type })?.sentence ?? []))];
}

type Failure = Extract<Need, { readonly kind: "FAILED" | "UNDECIDED" }>;

function nameOf({ post, postId }: Failure): string {
  return shortName(post, postId);
}

function networksOf({ missed }: Failure): string {
  return joinNames(missed.map(({ type, name }) => (type === null ? (name ?? "") : networkName(type))));
}

function failedTitle(need: Failure): string {
  const isComment = need.missed.every((missed) => missed.isComment);
  const facts = { post: nameOf(need), networks: networksOf(need) };
  return isComment ? words.comment(facts) : words.failed(facts);
}

function failedText({ missed, reached, underWay }: Failure): string {
  const reasons = reasonsOf(missed);
  const others = reached.length === 0 ? [] : [words.othersOut({ count: reached.length })];
  return [...reasons, ...others, ...(underWay === 0 ? [] : [words.underWay({ count: underWay })])].join(" ");
}

function dayOf(moment: string, zone: string): string {
  return printDay(Temporal.Instant.from(moment).toZonedDateTimeISO(zone).toPlainDate().toString());
}
