import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";

const Moment = z.string().transform((text) => toInstant(text));
const count = z.int().default(0);

const SessionForm = z.object({
  url: z.string(),
  at: Moment,
  /** Who was to see the video: what was set may change meanwhile. */
  visibility: z.string(),
});
/** An upload that YouTube has agreed to. Nothing is on the channel before its last byte. */
export type Session = z.output<typeof SessionForm>;

const DoubtForm = z.object({
  since: Moment,
  /** Whether YouTube no longer knows the session, or twice did not say; else it has all bytes and names no video. */
  isGone: z.boolean(),
  /** How often the session was asked again, and the uploads were read, without a result. */
  probes: z.int(),
  looks: z.int(),
});
/** Of a session whose video may exist. */
export type Doubt = z.output<typeof DoubtForm>;

const VideoForm = z.object({
  id: z.string(),
  at: Moment,
  /** What differs from what was wanted, for people. */
  note: z.string().nullable(),
});
export type Video = z.output<typeof VideoForm>;

/** How far the processing of an uploaded video has come, as last heard. `failed`: it never will be a video that anybody can watch. */
const ProcessingForm = z.enum(["under way", "done", "not said", "failed"]);
export type Processing = z.output<typeof ProcessingForm>;

const Left = z.array(z.string());

const EntryForm = z.object({
  /** `open`: an insert began whose answer is not known. */
  state: z.enum(["todo", "open", "done", "failed"]),
  firstAt: Moment,
  lastAt: Moment,
  /** How often YouTube refused it for now, and how often it did not answer. */
  refusals: z.int(),
  lost: z.int(),
  /** How many looks since the last insert have found nothing. */
  looks: z.int(),
  reason: z.string().nullable(),
});
/** The place of the video in a playlist. */
export type Entry = z.output<typeof EntryForm>;

const ThumbnailForm = z.object({ state: z.enum(["set", "failed"]), reason: z.string().nullable() });
export type Thumbnail = z.output<typeof ThumbnailForm>;

const CommentForm = z.object({ id: z.string() });
const CommentCallsForm = z.object({
  firstAt: Moment,
  lastAt: Moment,
  /** Stored as false before each call. */
  isAnswered: z.boolean(),
  /** How many calls before the last one had no answer. */
  lost: z.int(),
  looks: z.int(),
});
/** The calls that write the comment. */
export type CommentCalls = z.output<typeof CommentCallsForm>;

const StrikesForm = z.object({ throttled: count, cuts: count, refusals: count, sessions: count, thumbnails: count });
/** What is counted so that it does not go on forever; `cuts` since a part arrived, `refusals` of a whole upload, `sessions` that ended while bytes were missing. */
export type Strike = keyof z.output<typeof StrikesForm>;

/** What earlier attempts left. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  const processing = (): Processing => ProcessingForm.safeParse(checkpoint.get("processing")).data ?? "under way";
  const strikes = () => StrikesForm.parse(checkpoint.get("strikes") ?? {});
  return {
    session: (): Session | null => SessionForm.safeParse(checkpoint.get("session")).data ?? null,
    /** Its address takes bytes from anybody. */
    async setSession(session: Session | null): Promise<void> {
      await checkpoint.set("last byte", null);
      await checkpoint.set("doubt", null);
      await checkpoint.seal("session", session === null ? null : { ...session });
    },
    /** Whether the last byte may have left: before that, there can be no video. */
    isLastByteOut: (): boolean => checkpoint.get("last byte") === true,
    setLastByteOut: (isOut: boolean) => checkpoint.set("last byte", isOut),
    doubt: (): Doubt | null => DoubtForm.safeParse(checkpoint.get("doubt")).data ?? null,
    setDoubt: (doubt: Doubt | null) => checkpoint.set("doubt", doubt === null ? null : { ...doubt }),
    /** Whether this session already is the one that was opened because nothing could be found of another one. */
    isRepetition({ at }: Session): boolean {
      const given = Moment.safeParse(checkpoint.get("given up"));
      return given.success && given.data !== at;
    },
    /** Stored before the session is forgotten. */
    setGivenUp: ({ at }: Session) => checkpoint.set("given up", at),
    video: (): Video | null => VideoForm.safeParse(checkpoint.get("video")).data ?? null,
    setVideo: (video: Video) => checkpoint.keep("video", { ...video }),
    processing,
    setProcessing: (processing: Processing) => checkpoint.set("processing", processing),
    /**
     * When somebody has the post tried again, what was counted before says nothing about what follows, and YouTube is asked whether a video that
     * had failed still has: by this step, or by those that follow if this one gets no answer.
     */
    async startOver(): Promise<void> {
      if (checkpoint.get("strikes") !== undefined) checkpoint.note("strikes", {});
      if (processing() === "failed") await checkpoint.set("asks again", true);
    },
    asksAgain: (): boolean => checkpoint.get("asks again") === true,
    /** It has not, or no longer. */
    async forgetFailure(): Promise<void> {
      checkpoint.note("asks again", null);
      await checkpoint.set("processing", null);
    },
    /** Videos of this delivery of which there will be nothing. */
    left: (): readonly string[] => Left.safeParse(checkpoint.get("left")).data ?? [],
    /** For an upload of the same file from the beginning. */
    async forgetVideo(playlists: readonly string[]): Promise<void> {
      const id = VideoForm.safeParse(checkpoint.get("video")).data?.id;
      const left = Left.safeParse(checkpoint.get("left")).data ?? [];
      if (id !== undefined) checkpoint.note("left", [...left, id]);
      for (const playlist of playlists) checkpoint.note(`playlist ${playlist}`, null);
      for (const name of ["video", "processing", "asks again", "thumbnail", "given up", "last byte", "doubt"]) checkpoint.note(name, null);
      await checkpoint.seal("session", null);
    },
    entry: (playlist: string): Entry | null => EntryForm.safeParse(checkpoint.get(`playlist ${playlist}`)).data ?? null,
    setEntry: (playlist: string, entry: Entry) => checkpoint.set(`playlist ${playlist}`, { ...entry }),
    thumbnail: (): Thumbnail | null => ThumbnailForm.safeParse(checkpoint.get("thumbnail")).data ?? null,
    setThumbnail: (thumbnail: Thumbnail) => checkpoint.set("thumbnail", { ...thumbnail }),
    comment: (): string | null => CommentForm.safeParse(checkpoint.get("comment")).data?.id ?? null,
    setComment: (id: string) => checkpoint.keep("comment", { id }),
    commentCalls: (): CommentCalls | null => CommentCallsForm.safeParse(checkpoint.get("comment calls")).data ?? null,
    setCommentCalls: (calls: CommentCalls) => checkpoint.set("comment calls", { ...calls }),
    strikes,
    async strike(kind: Strike): Promise<number> {
      const before = strikes();
      await checkpoint.set("strikes", { ...before, [kind]: before[kind] + 1 });
      return before[kind] + 1;
    },
    async clear(kind: Strike): Promise<void> {
      const before = strikes();
      if (before[kind] > 0) await checkpoint.set("strikes", { ...before, [kind]: 0 });
    },
    /** What was counted before somebody had the delivery tried again says nothing about what follows. */
    async forgetStrikes(): Promise<void> {
      if (checkpoint.get("strikes") !== undefined) await checkpoint.set("strikes", {});
    },
  };
}
export type Progress = ReturnType<typeof progressOf>;
