import { foldAt, looks, shapesOf } from "@rostrum/contract/looks.ts";
import type { MediaRules } from "@rostrum/contract/media-rules.ts";
import { kindOf } from "@rostrum/contract/medium-facts.ts";
import type { Conversions } from "@rostrum/contract/outlines.ts";
import { optionsFor } from "@rostrum/contract/platform-options.ts";
import { withScheme } from "@rostrum/contract/post-link.ts";
import { mediaRulesOf } from "@rostrum/contract/preflight.ts";
import { videoCourse } from "@rostrum/contract/preflight-files.ts";
import { splitOn, writtenSegments } from "@rostrum/contract/preflight-text.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { PrivateInput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import type { OutgoingPost, ShownPost } from "../../networks/connectors/connector.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { outgoingMedia } from "../media/outgoing.ts";
import type { StoredMedia } from "../media/stored.ts";
import { postTypeOf } from "../posts/rules.ts";
import type { ForecastChannel } from "./rules.ts";

interface Showing {
  readonly channel: ForecastChannel;
  readonly settings: Json;
  readonly body: PrivateInput<"previewPost">["body"];
  /** The caption, or the post's own words for the channel. */
  readonly text: string;
  readonly media: readonly StoredMedia[];
  readonly conversions: Conversions;
}

type Shown = NonNullable<PreviewedChannel["shown"]>;
type Ending = Pick<PreviewedChannel, "outcome" | "reason" | "message">;

/** What readers will see of a post, and why its connector knows that the network refuses it; then it is shown as it was written. */
export function shownOn(app: App, showing: Showing): { readonly shown: Shown | null; readonly refused: Ending | null } {
  const { channel, settings } = showing;
  const post = postFor(app, showing);
  const answer = app.connectors[channel.type]?.show?.(post, { channelId: channel.id, settings });
  if (answer === undefined) return { shown: null, refused: null };
  if (answer.kind === "shown") return { shown: drawn(answer, channel.type), refused: null };
  const outcome = answer.kind === "rejected" ? "FAILED" : "SKIPPED";
  return { shown: drawn(asWritten(post), channel.type), refused: { outcome, reason: answer.kind, message: answer.reason } };
}

function asWritten({ segments, media, poll, title, asStory, link }: OutgoingPost): Omit<ShownPost, "kind"> {
  const parts = segments.map((text, index) => ({
    text,
    media: index === 0 ? media : [],
    poll: index === 0 && poll !== null ? { question: poll.question, options: poll.options } : null,
    card: index === 0 && link !== null && media.length === 0 ? { url: link, title: null } : null,
  }));
  return { frame: asStory ? "story" : "post", parts, title, note: null };
}

/** With what is true of every post on the network: where texts are folded, in which shape pictures are seen. */
function drawn({ frame, parts, title, place = null, note }: Omit<ShownPost, "kind">, type: ForecastChannel["type"]): Shown {
  const look = looks[type];
  return {
    frame,
    gallery: look.gallery,
    cellsMax: look.cellsMax,
    parts: parts.map(({ text, mentions = [], media, poll, card }) => ({
      text,
      foldAt: foldAt(text, look.fold),
      mentions: [...mentions],
      mediaIds: media.map(({ id }) => id),
      shapes: shapesOf(media, { frame, look }),
      poll: poll === null ? null : { ...poll, options: [...poll.options] },
      card: card === null ? null : { ...card, domain: domainOf(card.url) },
    })),
    title,
    place,
    note,
  };
}

function domainOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : url;
}

/** As the engine gives it to the connector, except for what only matters when it is sent. */
function postFor(app: App, { channel, body, text, media, conversions }: Showing): OutgoingPost {
  const { poll = null, title = null, alt = null, link = null, postAsStory: asStory, autoThreadText: thread } = body;
  const split = splitOn({ text, thread }, channel);
  const rules = mediaRulesOf(channel, asStory);
  const going = media.map((medium) => ({ ...medium, mime: sentAs(medium, rules, { type: channel.type, conversions }) }));
  const mimes = media.map(({ mime }) => mime);
  return {
    key: "preview",
    dueAt: app.clock.now(),
    type: split === null ? postTypeOf({ ...body, caption: text, poll: poll ?? undefined }, mimes) : "THREAD",
    text,
    segments: split ?? writtenSegments({ text, thread }),
    title,
    alt,
    link: withScheme(link),
    poll,
    media: going.map((medium) => outgoingMedia(app, medium, { alt, link: () => "" })),
    asStory,
    options: optionsFor(channel.type, body.platforms ?? null),
  };
}

/** The type of a file after the conversions that it needs there. */
function sentAs(
  medium: StoredMedia,
  rules: MediaRules,
  { type, conversions }: { readonly type: ForecastChannel["type"]; readonly conversions: Conversions },
): string {
  const kind = kindOf(medium);
  if (kind === "video") return videoCourse(medium, rules.video, { type, ...conversions }).kind === "converted" ? "video/mp4" : medium.mime;
  const { types } = rules.image;
  return kind === "image" && rules.fetchesImages && types !== null && !types.includes(medium.mime)
    ? (types[0] ?? medium.mime)
    : medium.mime;
}
