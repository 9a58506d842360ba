import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import type { Held, Rejected } from "./errors.ts";

const Moment = z.string().transform((text) => toInstant(text));
const Reason = z.string();
const After = z.union([
  z.object({ kind: z.literal("rejected"), reason: Reason }),
  z.object({ kind: z.literal("held"), reason: Reason, retryAfterSeconds: z.number(), scope: z.enum(["channel", "grant", "application"]) }),
]);

const AttemptForm = z.object({
  at: Moment.nullable(),
  doubts: z.number(),
  after: z.object({ outcome: After, from: Moment }).nullable(),
  wholeReads: z.number().default(0),
  firstAt: Moment.nullable().default(null),
});

/** The one call of a part after which readers see it. */
export interface Attempt {
  /** When the call began whose outcome is not known; null while none is open. */
  readonly at: Instant | null;
  /** How many calls have ended without an answer that can be believed. */
  readonly doubts: number;
  /** What follows once the call is known to have had no effect: a refusal alone does not say so. */
  readonly after: { readonly outcome: Held | Rejected; readonly from: Instant } | null;
  /** How many look-ups have seen everything since the call, without finding the part. */
  readonly wholeReads: number;
  /** When the first of the calls in doubt began: its post may be the one that is found. */
  readonly firstAt: Instant | null;
}

/** When the first call began whose post may be there; null: none. */
export function beganAt({ at, firstAt }: Attempt): Instant | null {
  return firstAt ?? at;
}

export const NO_ATTEMPT: Attempt = { at: null, doubts: 0, after: null, wholeReads: 0, firstAt: null };

const PhotoForm = z.object({ id: z.string(), at: Moment });
const VideoForm = z.object({ id: z.string(), at: Moment });
const SessionForm = z.object({
  uploadUrl: z.string().nullable(),
  sessionId: z.string().nullable(),
  /** The next bytes that the network wants; `start` equal to `end` once it has all. */
  start: z.number(),
  end: z.number(),
  sends: z.number(),
});
const IdForm = z.object({ id: z.string() });
const PostForm = z.object({ id: z.string(), url: z.string().nullable() });

/** A file of the Page that no reader sees, or none yet. */
export interface Staged {
  readonly id: string;
  readonly at: Instant;
}

/** Where the bytes of a video go. */
export type Session = z.output<typeof SessionForm>;

/** What a part has become. */
export type Made = z.output<typeof PostForm>;

/**
 * What earlier attempts have left, per part: a post is one part, several stories are several. Values that no longer hold are
 * overwritten with null. Ids are kept as `id`, which keeps look-ups of other posts from claiming them.
 */
export function progressOf(checkpoint: Checkpoint) {
  return {
    attempt: (part: string): Attempt => AttemptForm.safeParse(checkpoint.get(`attempt ${part}`)).data ?? NO_ATTEMPT,
    setAttempt: (part: string, { at, doubts, after, wholeReads, firstAt }: Attempt) =>
      checkpoint.set(`attempt ${part}`, {
        at,
        doubts,
        after: after === null ? null : { outcome: { ...after.outcome }, from: after.from },
        wholeReads,
        firstAt,
      }),
    made: (part: string): Made | null => PostForm.safeParse(checkpoint.get(`made ${part}`)).data ?? null,
    setMade: (part: string, { id, url }: Made) => checkpoint.keep(`made ${part}`, { id, url }),
    photo: (part: string, index: number): Staged | null => PhotoForm.safeParse(checkpoint.get(`photo ${part} ${index}`)).data ?? null,
    setPhoto: (part: string, index: number, photo: Staged | null) =>
      checkpoint.set(`photo ${part} ${index}`, photo === null ? null : { id: photo.id, at: photo.at }),
    video: (part: string): Staged | null => VideoForm.safeParse(checkpoint.get(`video ${part}`)).data ?? null,
    setVideo: (part: string, video: Staged | null) =>
      checkpoint.set(`video ${part}`, video === null ? null : { id: video.id, at: video.at }),
    /** The post of a video, which the Page's lists show beside it. */
    videoPost: (part: string): string | null => IdForm.safeParse(checkpoint.get(`video post ${part}`)).data?.id ?? null,
    setVideoPost: (part: string, id: string | null) =>
      id === null ? checkpoint.set(`video post ${part}`, null) : checkpoint.keep(`video post ${part}`, { id }),
    session: (part: string): Session | null => SessionForm.safeParse(checkpoint.get(`session ${part}`)).data ?? null,
    setSession: (part: string, session: Session | null) =>
      session === null ? checkpoint.set(`session ${part}`, null) : checkpoint.seal(`session ${part}`, { ...session }),
    /** How often something that fails has been done, such as beginning an upload anew. */
    count: (name: string): number => z.number().safeParse(checkpoint.get(`count ${name}`)).data ?? 0,
    setCount: (name: string, count: number) => checkpoint.set(`count ${name}`, count),
    note: (name: string): string | null => z.string().safeParse(checkpoint.get(`note ${name}`)).data ?? null,
    setNote: (name: string, text: string | null) => checkpoint.set(`note ${name}`, text),
  };
}
export type Progress = ReturnType<typeof progressOf>;

/** Counts how often an upload of the part's video was begun. */
export function sessionsName(part: string): string {
  return `sessions ${part}`;
}
