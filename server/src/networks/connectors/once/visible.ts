import type { Instant } from "@rostrum/contract/formats.ts";
import type { Held, PublishOutcome } from "../connector.ts";
import type { TheirMoment } from "../their-clock.ts";
import type { Wait } from "../wait.ts";
import type { Calls, Made, Names } from "./calls.ts";

/** Why nothing more can be done now. */
export type Halt = Wait | Exclude<PublishOutcome, { kind: "published" | "handedOver" }>;

/** What a post or a comment becomes on a network: one part, or a chain of which each needs to know the one before. */
export interface Deliverable {
  readonly parts: readonly Part[];
  /** The outcome once every part is out. What the network decides only then is asked here. */
  present(made: readonly Made[]): PublishOutcome | Promise<PublishOutcome>;
  /** Somebody has it tried again: what was counted before says nothing about what follows. */
  startOver?(): Promise<void>;
  /** Before anything else in a step that may make something. */
  begin?(): Promise<Halt | null>;
}

/** What one call makes that readers see. */
export interface Part {
  readonly names: Names;
  readonly facts: OnceFacts;
  /** Asked once those before it are out, of which one may have made it needless. Absent: always. */
  isNeeded?(): boolean;
  /** Files, which nobody sees yet: of all parts, before the first is made. Null once they are there. */
  bring?(): Promise<Halt | Doubted | null>;
  /** The call, once it can be made. Nothing that readers could see happens before. `earlier`: the calls that left nothing, as far as was seen. */
  ready(before: Made | null, earlier: Calls | null): Promise<Send | Halt | Doubted>;
  /** Since when the network may date what the call makes, where that is before the call: an upload was begun. */
  since?(): Instant | null;
  /** Only reads. A sentence where nobody can look. */
  readonly look: ((at: Looking) => Promise<Looked>) | { readonly blind: string };
  /** It is certainly not there, and made anew: what was brought for it may be gone. */
  forget?(): Promise<void>;
}

/** It may be there all the same, by a call that began then: it is looked up before anything else. */
export interface Doubted {
  readonly kind: "doubted";
  readonly since: Instant;
}

/** One request, and what its answer means. `isRepeated`: under the key of one whose outcome is open, of which a refusal says nothing. */
export type Send = (calls: Calls, isRepeated: boolean) => Promise<Verdict>;

export type Verdict =
  | { readonly kind: "made"; readonly made: Made }
  /** Certainly not done. */
  | { readonly kind: "refused"; readonly halt: Halt }
  /** It may have been done all the same. `isRefusal`: if it was not, that is the network's last word on it. */
  | {
      readonly kind: "doubtful";
      readonly reason: string;
      readonly retryAfterSeconds?: number;
      readonly isFault?: boolean;
      readonly isTurnedAway?: boolean;
      readonly isRefusal?: boolean;
      /** If it was not done, what refused it lasts so long. */
      readonly hold?: Held | undefined;
    };

/** How a network is asked what became of a call. */
export interface OnceFacts {
  /** As sentences name it. */
  readonly network: string;
  /** How long after a call everything is read, in seconds. Only after the last of these is it taken as missing. */
  looksSeconds(calls: Calls): readonly number[];
  /** The same where what the call was to make visible says of itself that it is not yet. */
  readonly hiddenSeconds?: readonly number[];
  /** How far apart looks are at least, however late the first was. */
  readonly betweenSeconds?: number;
  /** No list lags there: what exists is seen, so that one look after the last of these suffices, and an absence holds also under a key. */
  readonly seesAtOnce?: true;
  /** For how long after a call the network knows it again by its key: so long it may be repeated without a look. Absent: never. */
  readonly keySeconds?: number;
  /** How often a call without an answer is repeated; once where this is missing. */
  readonly silencesMax?: number;
  /** How often a call is repeated that was answered with no more than that something went wrong there. */
  readonly faultsMax?: number;
}

/** What is looked for. */
export interface Looking {
  readonly calls: Calls;
  /** The part before it. */
  readonly before: Made | null;
  /** The earliest moment that a find can bear, by the head of the network's answer. */
  since(headers: Readonly<Record<string, string>>): TheirMoment;
  /** Those that belong neither to another delivery nor to another part of this one. */
  unclaimed<One extends { readonly id: string }>(all: readonly One[]): Promise<readonly One[]>;
}

/** Something that may be the one. */
export interface Alike {
  readonly id: string;
  readonly url?: string | null;
  /** When it was made; null if it does not say. */
  readonly at: TheirMoment | null;
  /** Where some are liker than others. */
  readonly likeness?: number;
}

export type Looked =
  /** Everything since then was read. `unless`: why what was not found may be there all the same. */
  | { readonly kind: "read"; readonly alike: readonly Alike[]; readonly unless?: string | undefined }
  | Unread
  /** What the call was to make visible says that it is not: once it has said so long enough, the call is repeated, however often. */
  | { readonly kind: "hidden" }
  /** The call has certainly made nothing, and never will: it may be made anew at once. */
  | { readonly kind: "never" }
  /** There is one, and the network is not done with it. */
  | { readonly kind: "underway"; readonly reason: string }
  /** Nobody will ever know from here. */
  | { readonly kind: "gone"; readonly reason: string };

/** Could not be asked, or not for all: never counts as a look. */
export interface Unread {
  readonly kind: "unread";
  /** Asking again would get the same answer: where a key holds, the call is repeated under it. */
  readonly isFinal?: boolean;
  readonly reason: string;
  readonly retryAfterSeconds?: number;
}
