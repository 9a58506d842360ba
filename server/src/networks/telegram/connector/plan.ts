import { isLinkMissing } from "@rostrum/contract/post-link.ts";
import type { OutgoingMedia, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { type Bundle, bundlesOf, problemOfFiles } from "./bundles.ts";
import { type PollForm, pollForm, problemOfPoll } from "./poll.ts";
import { textLength } from "./text.ts";

/** A message's text, and what stands below a file or above a poll: https://core.telegram.org/bots/api, `sendMessage` and `sendPhoto`, read in May 2026. */
export const TEXT_LENGTH_MAX = 4096;
export const CAPTION_LENGTH_MAX = 1024;

/** One message, or one album, of those that a post becomes. `replyTo` is the index of an earlier part. */
export type Part =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly replyTo: number | null;
      /** Shown only after a tap, so as not to give away the answer of a quiz. */
      readonly isSpoiler: boolean;
      /** The index of a poll; this part is sent only if the server ignored that poll's caption. */
      readonly insteadOfCaptionOf: number | null;
    }
  | { readonly kind: "files"; readonly bundle: Bundle; readonly caption: string; readonly replyTo: number | null }
  | { readonly kind: "poll"; readonly poll: PollForm; readonly caption: string; readonly replyTo: number | null };

export type Plan =
  | { readonly kind: "parts"; readonly parts: readonly Part[]; readonly note: string | null }
  | Extract<PublishOutcome, { kind: "rejected" }>;

/**
 * Decides which messages a post becomes, before anything is sent: a text or file that is too large stops the whole post.
 * Nothing is cut silently: a caption too long for a file follows in full as a reply, and more files than an album can hold
 * follow in further albums. `fileBytesMax` is null if the operator's own server decides.
 */
export function planPost(post: OutgoingPost, fileBytesMax: number | null): Plan {
  const problem = problemOfText(post) ?? (post.poll === null ? null : problemOfPoll(post.poll)) ?? problemOfFiles(post.media, fileBytesMax);
  if (problem !== null) return { kind: "rejected", reason: problem };
  const parts = partsOf(post);
  if (parts.length === 0) return { kind: "rejected", reason: "The post has neither text nor files nor a poll." };
  return { kind: "parts", parts, note: noteOf(post, parts) };
}

function partsOf(post: OutgoingPost): Part[] {
  const [head = "", ...rest] = post.segments.length > 1 ? post.segments : [post.text];
  const parts: Part[] = [];
  const add = (part: Part) => parts.push(part) - 1;
  const first = () => (parts.length === 0 ? null : 0);
  const isShort = textLength(head) <= CAPTION_LENGTH_MAX;
  for (const bundle of bundlesOf(post.media))
    add({ kind: "files", bundle, caption: parts.length === 0 && isShort ? head : "", replyTo: null });
  // The message that the thread's next part replies to.
  let last = first();
  const isCaptionOfPoll = parts.length === 0 && post.poll !== null && isShort;
  if (head.trim() !== "" && !isCaptionOfPoll && (parts.length === 0 || !isShort)) last = add(textPart(head, { replyTo: first() }));
  if (post.poll !== null) {
    const { form, overflow } = pollForm(post.poll);
    const caption = isCaptionOfPoll ? head : "";
    const poll = add({ kind: "poll", poll: form, caption, replyTo: first() });
    if (caption.trim() !== "") add(textPart(caption, { replyTo: poll, insteadOfCaptionOf: poll }));
    if (overflow !== null) add(textPart(overflow, { replyTo: poll, isSpoiler: form.correctIndex !== null }));
  }
  last ??= first();
  for (const segment of rest.filter((each) => each.trim() !== "")) last = add(textPart(segment, { replyTo: last }));
  return parts;
}

function textPart(text: string, rest: { replyTo: number | null; isSpoiler?: boolean; insteadOfCaptionOf?: number }): Part {
  return { kind: "text", text, isSpoiler: false, insteadOfCaptionOf: null, ...rest };
}

function problemOfText({ segments, text }: OutgoingPost): string | null {
  const texts = segments.length > 1 ? segments : [text];
  const index = texts.findIndex((part) => textLength(part) > TEXT_LENGTH_MAX);
  if (index < 0) return null;
  const which = texts.length > 1 ? `Part ${index + 1} of the thread` : "The text";
  return `${which} has ${textLength(texts[index] ?? "")} characters; Telegram takes ${TEXT_LENGTH_MAX}.`;
}

function noteOf(post: OutgoingPost, parts: readonly Part[]): string | null {
  const certain = parts.filter((part) => part.kind !== "text" || part.insteadOfCaptionOf === null).length;
  const more = certain - Math.max(1, post.segments.length);
  const notes = [
    more > 0 ? `Continued in ${more} more ${more === 1 ? "message" : "messages"} below the post.` : null,
    isLinkMissing(post, post.segments) ? "Telegram has links only in texts, so the post's link was left out." : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

/** The files to upload for a part. */
export function filesOf(part: Part): readonly OutgoingMedia[] {
  return part.kind === "files" ? part.bundle.files : [];
}
