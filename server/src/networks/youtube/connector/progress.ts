import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { type Names, recordOf } from "../../connectors/once/calls.ts";
import { strikesIn } from "../../connectors/strikes.ts";

const Moment = z.string().transform((text) => toInstant(text));

const SessionForm = z.object({
  url: z.string(),
  at: Moment,
  /** Who was to see the video: what was set may change meanwhile. */
  visibility: z.string(),
});
/** An upload that YouTube has agreed to. Nothing is on the channel before its last byte. */
export type Session = z.output<typeof SessionForm>;

/** Where the video stands. */
export const NAMES: Names = { calls: "calls", made: "video", earlier: earlierCalls };

export interface Video {
  readonly id: string;
  readonly at: Instant;
}

/** How far the processing of an uploaded video has come, as last heard. `failed`: it never will be a video that anybody can watch. */
const ProcessingForm = z.enum(["under way", "done", "not said", "failed"]);
export type Processing = z.output<typeof ProcessingForm>;

const Left = z.array(z.string());
const Note = z.string();
const FORGOTTEN = ["video", "calls", "visibility note", "processing", "asks again", "thumbnail", "given up", "last byte", "doubt"];

/** Where the place of the video in a playlist stands. */
export function namesOfPlaylist(playlist: string): Names {
  const name = `playlist ${playlist}`;
  return { calls: name, made: `placed ${playlist}`, earlier: (checkpoint) => earlierPlacing(checkpoint.get(name)) };
}

const PlaceEndForm = z.object({ state: z.enum(["done", "failed"]), reason: z.string().nullable() });
const RefusalsForm = z.object({ times: z.int(), at: Moment });
/** How often a playlist did not take the video yet, since when. */
type Refusals = z.output<typeof RefusalsForm>;

const ThumbnailForm = z.object({ state: z.enum(["set", "failed"]), reason: z.string().nullable() });
export type Thumbnail = z.output<typeof ThumbnailForm>;

/** What is counted so that it does not go on forever; `cuts` since a part arrived, `sessions` that ended while bytes were missing, `early` of a comment. */
const STRIKES = ["throttled", "cuts", "sessions", "thumbnails", "early"] as const;

/** What earlier attempts left. Values that no longer apply are overwritten with null. */
export function progressOf(checkpoint: Checkpoint) {
  const processing = (): Processing => ProcessingForm.safeParse(checkpoint.get("processing")).data ?? "under way";
  /** Whether the last byte may have left: the version before knows by that whether there can be a video. */
  function noteLastByte(isOut: boolean): void {
    checkpoint.note("last byte", isOut);
    checkpoint.note("doubt", null);
  }
  const { strike, clear, forgetStrikes } = strikesIn(checkpoint, STRIKES);
  return {
    session: (): Session | null => SessionForm.safeParse(checkpoint.get("session")).data ?? null,
    /** Its address takes bytes from anybody. */
    async setSession(session: Session | null): Promise<void> {
      noteLastByte(false);
      await checkpoint.seal("session", session === null ? null : { ...session });
    },
    noteLastByte,
    /** Nothing can be found of what the session was to become. */
    async giveUp(): Promise<void> {
      const at = SessionForm.safeParse(checkpoint.get("session")).data?.at;
      if (at !== undefined) checkpoint.note("given up", at);
      noteLastByte(false);
      await checkpoint.seal("session", null);
    },
    /** Whether there was a session before this one that may have become the video. */
    hasGivenUp: (): boolean => Moment.safeParse(checkpoint.get("given up")).success,
    videoId: (): string | null => recordOf(checkpoint, NAMES).made()?.id ?? null,
    /** What differs from what was wanted, for people. */
    visibilityNote: (): string | null => Note.safeParse(checkpoint.get("visibility note") ?? earlierNote(checkpoint)).data ?? null,
    noteVisibility: (note: string) => checkpoint.note("visibility note", note),
    processing,
    setProcessing: (processing: Processing) => checkpoint.set("processing", processing),
    /**
     * When somebody has the post tried again, what was counted before says nothing about what follows, and YouTube is asked whether a video that
     * had failed still has: by this step, or by those that follow if this one gets no answer.
     */
    async startOver(): Promise<void> {
      await forgetStrikes();
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
      const id = recordOf(checkpoint, NAMES).made()?.id;
      const left = Left.safeParse(checkpoint.get("left")).data ?? [];
      if (id !== undefined) checkpoint.note("left", [...left, id]);
      for (const playlist of playlists)
        for (const name of ["playlist", "placed", "playlist refusals"]) checkpoint.note(`${name} ${playlist}`, null);
      for (const name of FORGOTTEN) checkpoint.note(name, null);
      await checkpoint.seal("session", null);
    },
    /** How it ended with a playlist; null while it has not. */
    placeEnd: (playlist: string) =>
      recordOf(checkpoint, namesOfPlaylist(playlist)).made() === null
        ? (PlaceEndForm.safeParse(checkpoint.get(`playlist ${playlist}`)).data ?? null)
        : ({ state: "done", reason: null } as const),
    /** In the form of the version before, which would go on otherwise. */
    leaveOut: (playlist: string, { reason, at }: { readonly reason: string; readonly at: Instant }) =>
      checkpoint.set(`playlist ${playlist}`, { state: "failed", firstAt: at, lastAt: at, refusals: 0, lost: 0, looks: 0, reason }),
    refusals: (playlist: string): Refusals | null => RefusalsForm.safeParse(checkpoint.get(`playlist refusals ${playlist}`)).data ?? null,
    noteRefusals: (playlist: string, refusals: Refusals) => checkpoint.note(`playlist refusals ${playlist}`, { ...refusals }),
    thumbnail: (): Thumbnail | null => ThumbnailForm.safeParse(checkpoint.get("thumbnail")).data ?? null,
    setThumbnail: (thumbnail: Thumbnail) => checkpoint.set("thumbnail", { ...thumbnail }),
    strike,
    clear,
    forgetStrikes,
  };
}
export type Progress = ReturnType<typeof progressOf>;

const EarlierForm = z.object({ since: Moment, looks: z.int() });

/**
 * The version before kept whether the last byte of a session may have left, since when nobody knows what became of it, and which session it
 * gave up. What it wrote counts where it has gone on with another session than the last call's.
 */
function earlierCalls(checkpoint: Checkpoint): unknown {
  const known = z.object({ lastAt: Moment }).safeParse(checkpoint.get("calls")).data;
  const session = SessionForm.safeParse(checkpoint.get("session")).data;
  const givenUp = Moment.safeParse(checkpoint.get("given up")).data;
  const silences = givenUp !== undefined && givenUp !== session?.at ? 1 : 0;
  if (session === undefined || checkpoint.get("last byte") !== true)
    return checkpoint.get("calls") === undefined && silences > 0
      ? { firstAt: givenUp, lastAt: givenUp, open: "nothing", silences }
      : undefined;
  if (known !== undefined && known.lastAt >= session.at) return undefined;
  const doubt = EarlierForm.safeParse(checkpoint.get("doubt")).data;
  return {
    firstAt: session.at,
    lastAt: doubt?.since ?? session.at,
    open: "silence",
    silences,
    looks: doubt === undefined ? 0 : doubt.looks + 1,
  };
}

const EarlierPlacingForm = z.object({
  state: z.enum(["todo", "open"]),
  firstAt: Moment,
  lastAt: Moment,
  lost: z.int(),
  looks: z.int(),
  open: z.undefined().optional(),
});

function earlierPlacing(value: unknown): unknown {
  const entry = EarlierPlacingForm.safeParse(value).data;
  if (entry === undefined) return undefined;
  const { state, lost, ...when } = entry;
  return { ...when, open: state === "open" ? "silence" : "nothing", silences: lost };
}

function earlierNote(checkpoint: Checkpoint): unknown {
  return z.object({ note: z.string().nullable() }).safeParse(checkpoint.get("video")).data?.note ?? null;
}
