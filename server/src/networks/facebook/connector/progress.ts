import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import type { Names } from "../../connectors/once/calls.ts";

const Moment = z.string().transform((text) => toInstant(text));

/** Where a part stands whose call makes it visible at once. */
export function namesOf(part: string): Names {
  return { calls: `attempt ${part}`, made: `made ${part}` };
}

/** The same of one whose call ends an upload, after which the network still processes the video. */
export function namesOfVideo(part: string): Names {
  return { ...namesOf(part), made: `ended ${part}` };
}

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

/** What readers see of a part. */
export type Shown = z.output<typeof PostForm>;

/**
 * What earlier attempts have left, per part: a post is one part, several stories are several. Values that no longer hold are
 * overwritten with null. Ids are kept as `id`, which keeps look-ups of other posts from claiming them.
 */
export function progressOf(checkpoint: Checkpoint) {
  return {
    made: (part: string): Shown | null => PostForm.safeParse(checkpoint.get(`made ${part}`)).data ?? null,
    setMade: (part: string, { id, url }: Shown) => checkpoint.keep(`made ${part}`, { id, url }),
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
    /** Whether the version before has seen the end of its upload accepted. */
    wasFinished: (part: string): boolean => finishedNames(part).some((name) => z.number().safeParse(checkpoint.get(name)).data === 1),
    async forgetFinished(part: string): Promise<void> {
      for (const name of finishedNames(part)) if (checkpoint.get(name) !== undefined) await checkpoint.set(name, 0);
    },
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

function finishedNames(part: string): readonly string[] {
  return part === "post" ? ["count finished"] : [`count finished ${part}`];
}

/** Counts how often an upload of the part's video was begun. */
export function sessionsName(part: string): string {
  return `sessions ${part}`;
}
