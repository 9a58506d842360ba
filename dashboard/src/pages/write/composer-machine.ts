import type { Problems } from "./checks.ts";
import { afterSave, fetched, isSameWhen, mineBeside, refreshed, type Unanswered } from "./merging.ts";
import type { Base, Made } from "./saving.ts";
import { type Draft, type DraftMedium, isSame, type When } from "./state.ts";
import { NO_STEPS, recorded, redone, type Steps, undone } from "./steps.ts";

/**
 * The composer: what is being written, what of it is saved, and what stands in the way.
 *
 * | state | how it is told | events that lead on |
 * |---|---|---|
 * | clean | the draft is the base's | `changed`, `undone`, `redone`: dirty |
 * | dirty | the draft is not the base's, or there is no base | `saveBegun`: saving. Back at the base's text: clean |
 * | restored | `restored`: dirty with what the browser has kept | `startedOver`: clean. `saved`: clean or dirty |
 * | saving | `saving`: the number of the save, and what was sent | `saved`: clean, or dirty with what was typed meanwhile. `refused`, `deleted`: refused. `conflictMet`: conflict. `lost`: dirty. `ownFound`: dirty, beside what that save has stored. `saveEnded`: saving no more |
 * | sending | `isSending`: what somebody asked for is on its way; may be a save's turn that waits for another | `sendEnded`: sending no more |
 * | refused | `trouble` has why | `changed`: without what it changes. `undone`, `redone`, `startedOver`, `saved`: no more |
 * | conflict | `trouble` has what somebody else has saved | `mineKept`: dirty beside theirs. `theirsTaken`: clean. All others: stays |
 *
 * Saving and sending stand beside the others: it is typed on during a save. An answer of a save that another has overtaken, and an event that
 * the state has no use for, leave the very same state.
 */
export interface ComposerState {
  readonly draft: Draft;
  /** The post as the service has it; null: not stored yet. */
  readonly base: Base | null;
  readonly steps: Steps;
  /** Changes when another draft takes this one's place, for fields with a state of their own. */
  readonly edition: number;
  /** What the browser has kept is shown: with the version that it was written on, and the one that was found. */
  readonly restored: { readonly keptVersion: string | null; readonly firstVersion: string | null } | null;
  /** Whether what has to be mended is shown: somebody has tried to send it. */
  readonly isChecked: boolean;
  readonly trouble: Trouble;
  readonly saving: Save | null;
  readonly isSending: boolean;
  /** How many saves have begun. */
  readonly saves: number;
  /** A new post that was made here. */
  readonly made: Made | null;
  /** What was sent, and where to, without an answer that says what has become of it. */
  readonly unanswered: readonly Unanswered[];
}

type Trouble =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly problems: Problems; readonly rest: readonly string[] }
  /** What somebody else has saved meanwhile, and where the save that met it was to put the post. */
  | { readonly kind: "conflict"; readonly base: Base; readonly when: When };

interface Save {
  readonly number: number;
  readonly sent: Draft;
  readonly when: When;
}

type StoredMedium = Extract<DraftMedium, { kind: "file" }>["medium"];

/** `at`: Unix milliseconds. */
type Written =
  | { readonly kind: "changed"; readonly part: Partial<Draft>; readonly at: number }
  | { readonly kind: "undone" | "redone" }
  | { readonly kind: "startedOver"; readonly blank: Draft; readonly at: number }
  /** The files that were asked about, and those of them that there are. */
  | { readonly kind: "refreshed"; readonly asked: readonly string[]; readonly found: ReadonlyMap<string, StoredMedium> }
  /** Somebody has tried to send it; `missing`: what keeps it here, in sentences. */
  | { readonly kind: "checked"; readonly missing: readonly string[] }
  | { readonly kind: "sendBegun" | "sendEnded" | "mineKept" }
  | { readonly kind: "theirsTaken"; readonly at: number }
  | { readonly kind: "saveBegun"; readonly when: When };

/** What a save has led to; `save` is its number. */
type Answered = { readonly save: number } & (
  | { readonly kind: "postMade"; readonly made: Made }
  | { readonly kind: "firstStored"; readonly base: Base }
  | { readonly kind: "saved"; readonly base: Base; readonly channelIds: readonly number[] }
  /** Nobody knows whether it was carried out. */
  | { readonly kind: "lost" }
  /** What has changed the post meanwhile was one's own save, whose answer was lost. */
  | { readonly kind: "ownFound"; readonly base: Base; readonly own: Unanswered }
  | { readonly kind: "refused"; readonly problems: Problems; readonly rest: readonly string[] }
  | { readonly kind: "conflictMet"; readonly base: Base }
  /** Somebody has deleted the post that was made here. What is written is made anew with the next save. */
  | { readonly kind: "deleted"; readonly sentence: string }
  | { readonly kind: "saveEnded" }
);

export type ComposerEvent = Written | Answered;

const NONE: Trouble = { kind: "none" };

interface Beginning {
  readonly base: Base | null;
  readonly blank: Draft;
  /** What is given to begin with, such as what was shared; null: nothing. */
  readonly given: Draft | null;
  /** What the browser has from before. */
  readonly kept: { readonly draft: Draft; readonly version: string | null } | null;
}

export function begun({ base, blank, given, kept }: Beginning): ComposerState {
  const isRestored = kept !== null && !isSame(kept.draft, base?.draft ?? blank);
  const keptVersion = isRestored ? kept.version : null;
  return {
    draft: given ?? kept?.draft ?? base?.draft ?? blank,
    // A version that somebody else has overtaken is not lost with a reload.
    base: base !== null && keptVersion !== null ? { ...base, version: keptVersion } : base,
    steps: NO_STEPS,
    edition: 0,
    restored: isRestored ? { keptVersion, firstVersion: base?.version ?? null } : null,
    isChecked: false,
    trouble: NONE,
    saving: null,
    isSending: false,
    saves: 0,
    made: null,
    unanswered: [],
  };
}

/** What follows when something has happened. */
export function step(state: ComposerState, event: ComposerEvent): ComposerState {
  if (!("save" in event)) return written(state, event);
  const { saving } = state;
  return saving === null || saving.number !== event.save ? state : answered({ ...state, saving }, event);
}

function written(state: ComposerState, event: Written): ComposerState {
  const { draft, steps, trouble } = state;
  switch (event.kind) {
    case "changed": {
      const { part, at } = event;
      const next = recorded(steps, { before: draft, what: Object.keys(part).join(), at });
      return { ...state, draft: { ...draft, ...part }, steps: next, trouble: withoutKeys(trouble, part) };
    }
    case "undone":
    case "redone": {
      const before = event.kind === "undone" ? undone(steps, draft) : redone(steps, draft);
      return before === null ? state : shown({ ...state, ...before });
    }
    case "startedOver": {
      const base = asFound(state);
      return replaced({ ...state, base, restored: null }, { draft: base?.draft ?? event.blank, at: event.at });
    }
    case "refreshed":
      return { ...state, draft: { ...draft, media: refreshed(draft.media, event.asked, event.found) } };
    case "checked":
      return { ...state, isChecked: true, trouble: event.missing.length === 0 ? trouble : refusedBy({}, event.missing) };
    case "sendBegun":
      return state.isSending ? state : { ...state, isSending: true };
    case "sendEnded":
      return state.isSending ? { ...state, isSending: false } : state;
    case "mineKept":
      // What they changed is overwritten knowingly now.
      return trouble.kind !== "conflict" ? state : { ...state, draft: mineBeside(trouble.base, state), base: trouble.base, trouble: NONE };
    case "theirsTaken": {
      if (trouble.kind !== "conflict") return state;
      return replaced({ ...state, base: trouble.base, trouble: NONE }, { draft: trouble.base.draft, at: event.at });
    }
    case "saveBegun": {
      const number = state.saves + 1;
      return { ...state, saves: number, saving: { number, sent: draft, when: event.when } };
    }
  }
}

function answered(state: ComposerState & { readonly saving: Save }, event: Answered): ComposerState {
  const { draft, saving, unanswered, trouble } = state;
  const { sent, when } = saving;
  switch (event.kind) {
    case "postMade":
      return { ...state, made: event.made };
    case "firstStored": {
      const { base } = event;
      const media = fetched(draft.media, { sent: state.made?.draft ?? sent, next: base.draft });
      return { ...state, base, draft: { ...draft, media } };
    }
    case "saved": {
      const { base, channelIds } = event;
      const next = afterSave(draft, { sent, next: base.draft, when, channelIds });
      return { ...state, base, draft: next, unanswered: [], restored: null, trouble: trouble.kind === "refused" ? NONE : trouble };
    }
    case "lost":
      return { ...state, unanswered: [...unanswered, { draft: sent, when }] };
    case "ownFound": {
      const { base, own } = event;
      const media = fetched(draft.media, { sent: own.draft, next: base.draft });
      return { ...state, base, unanswered: [], draft: { ...draft, media, when: placeAfter(draft.when, { own, base }) } };
    }
    case "refused":
      return { ...state, trouble: refusedBy(event.problems, event.rest) };
    case "conflictMet":
      return { ...state, trouble: { kind: "conflict", base: event.base, when } };
    case "deleted":
      return { ...state, base: null, trouble: refusedBy({}, [event.sentence]) };
    case "saveEnded":
      return { ...state, saving: null };
  }
}

/** Where something is still to go after one's own save was found: where that was to put it, it is. */
export function placeAfter(when: When, { own, base }: { readonly own: Unanswered; readonly base: Base }): When {
  return isSameWhen(when, own.when) ? base.draft.when : when;
}

/** It begins with what there is now, whatever version was kept. */
function asFound({ base, restored }: ComposerState): Base | null {
  if (base === null || restored === null || restored.firstVersion === null) return base;
  return base.version === restored.keptVersion ? { ...base, version: restored.firstVersion } : base;
}

/** Another draft takes this one's place, which can be taken back. */
function replaced(state: ComposerState, { draft, at }: { readonly draft: Draft; readonly at: number }): ComposerState {
  return shown({ ...state, draft, steps: recorded(state.steps, { before: state.draft, what: "all", at }) });
}

function shown(state: ComposerState): ComposerState {
  const { edition, trouble } = state;
  return { ...state, edition: edition + 1, isChecked: false, trouble: trouble.kind === "refused" ? NONE : trouble };
}

function refusedBy(problems: Problems, rest: readonly string[]): Trouble {
  return Object.keys(problems).length === 0 && rest.length === 0 ? NONE : { kind: "refused", problems, rest };
}

/** What was said about a field holds until it is changed. */
function withoutKeys(trouble: Trouble, part: Partial<Draft>): Trouble {
  if (trouble.kind !== "refused") return trouble;
  const isOver = (field: string) => field in part || (field === "scheduledAt" && "when" in part);
  return refusedBy(Object.fromEntries(Object.entries(trouble.problems).filter(([field]) => !isOver(field))) as Problems, []);
}
