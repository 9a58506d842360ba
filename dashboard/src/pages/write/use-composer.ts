import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, dataOf, sentenceOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { printLocal } from "../../parts/moments.ts";
import { say } from "../../parts/toast.tsx";
import { didUndoable } from "../../parts/undo.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import { problemsOf } from "./checks.ts";
import { begun, type ComposerEvent, step } from "./composer-machine.ts";
import type { Kept } from "./kept.ts";
import { mineBeside, whenBeside } from "./merging.ts";
import { filesOf } from "./pictures.ts";
import { described, writingChannelsQuery } from "./queries.ts";
import { baseOf } from "./saving.ts";
import { type Draft, type DraftMedium, isSame, type When } from "./state.ts";
import { useAutosave } from "./use-autosave.ts";
import { useKept, usePlace } from "./use-kept.ts";
import { useSave } from "./use-save.ts";
import { words } from "./words.ts";

export interface ComposerFacts {
  readonly brandId: number;
  readonly zone: string;
  /** Null: a new post. */
  readonly post: WholePost | null;
  /** A new post as it begins. */
  readonly blank: Draft;
  /** A new post with which something is shared; `draft` is null if this browser has what became of it. */
  readonly given?: { readonly draft: Draft | null } | null;
  /** The post exists as a draft from now on. */
  readonly onMade: (postId: number) => void;
  /** It is where it was sent; `isOpen`: this composer is still there, `goesOn`: another post is to be written next. */
  readonly onSent: (sent: Sent) => void;
  /** Shows a post that was sent. */
  readonly onOpen: (postId: number) => void;
}

export interface Sent {
  readonly isOpen: boolean;
  readonly goesOn: boolean;
  readonly post: WholePost;
}

/** What is being written, and everything that can be done with it: the machine of `composer-machine.ts` with its effects. */
export function useComposer({ brandId, zone, post, blank, given = null, onMade, onSent, onOpen }: ComposerFacts) {
  const queries = useQueryClient();
  const userId = useSession().user.id;
  const place = usePlace({ userId, brandId }, { postId: post?.id ?? null, given });
  const [state, setState] = useState(() =>
    begun({
      base: post === null ? null : baseOf(post),
      blank,
      given: given?.draft ?? null,
      kept: restoredFor(blank, place.kept),
    }),
  );
  // Several things may happen before it is drawn again.
  const now = useRef(state);
  const tell = useCallback((event: ComposerEvent) => {
    now.current = step(now.current, event);
    setState(now.current);
    return now.current;
  }, []);
  const { draft, base, steps, trouble } = state;
  const isRestored = state.restored !== null;
  const isLeft = useIsLeft();
  const save = useSave({ owner: { userId, brandId }, now, tell, isLeft, moveTo: place.moveTo, onMade });

  const { data: ground, error: unread, isPlaceholderData } = useQuery(writingChannelsQuery(brandId, draft.collectionId));
  const channels = ground?.channels ?? [];
  const before = base?.draft.when ?? null;
  const isSaved = base !== null && isSame(base.draft, draft);
  /** All but where it goes. */
  const isStored = base !== null && isSame(base.draft, { ...draft, when: base.draft.when });
  const isNowhere = channels.length > 0 && channels.every(({ id }) => draft.leftOut.includes(id)) && draft.when.mode !== "DRAFT";
  const found = problemsOf(draft, { when: draft.when, before, zone, now: Date.now(), isNowhere });
  /** What keeps it from being saved where it is. */
  const { scheduledAt: _date, leftOut: _channels, ...lacks } = found;
  useKept(place.name, { draft, version: base?.version ?? null, begun: place.begun, isSaved, onTaken: place.moveOn });

  const change = useCallback((part: Partial<Draft>) => void tell({ kind: "changed", part, at: Date.now() }), [tell]);
  const changeMedia = useCallback(
    (next: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => change({ media: next(now.current.draft.media) }),
    [change],
  );

  // What the browser kept may name files that are gone, and shows them at addresses that have ended.
  useEffect(() => {
    if (!isRestored) return;
    let isOver = false;
    const asked = now.current.draft.media.flatMap((item) => (item.kind === "file" ? filesOf(item).map(({ id }) => id) : []));
    void described(brandId, asked).then(
      (media) => {
        if (!isOver) tell({ kind: "refreshed", asked, found: new Map(media.map((medium) => [medium.id, medium])) });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [brandId, isRestored, tell]);

  const alone = async (act: () => Promise<unknown>) => {
    // Once more by the same keys, or before the page has changed, it would be refused.
    if (now.current.isSending) return;
    tell({ kind: "sendBegun" });
    await act().finally(() => tell({ kind: "sendEnded" }));
  };
  const isSendable = Object.keys(found).length === 0;
  /** `missing`: what keeps it from going out beside the draft itself, in sentences. */
  const send = (missing: readonly string[] = [], { goesOn = false } = {}) => alone(() => sendNow(missing, goesOn));
  const sendNow = async (missing: readonly string[], goesOn: boolean) => {
    const isMissing = missing.length > 0 && draft.when.mode !== "DRAFT";
    tell({ kind: "checked", missing: isMissing ? missing : isSendable ? [] : [words.mend] });
    if (isMissing || !isSendable) return;
    const { when } = draft;
    const post = await save(when);
    if (post !== null) tellSent(when, { post, goesOn });
  };
  const tellSent = (when: When, { post, goesOn }: { readonly post: WholePost; readonly goesOn: boolean }) => {
    // What was typed meanwhile is not sent.
    const isAll = now.current.base !== null && isSame(now.current.base.draft, now.current.draft);
    if (isAll) place.empty();
    const open = { act: () => onOpen(post.id) };
    const takeBack = () => toDraft(queries, post);
    if (when.mode === "QUEUE" || when.mode === "SCHEDULE") didUndoable({ message: sentenceOfSent(when, post), open, takeBack });
    else say({ message: sentenceOfSent(when, post), ...(when.mode === "DRAFT" ? {} : { open }) });
    if (when.mode !== "DRAFT" && isAll) onSent({ isOpen: !isLeft.current, goesOn, post });
  };

  /** Saves it where it is: a new post as a draft, any other in its place. */
  const saveDraft = (missing: readonly string[] = []) => alone(() => saveInPlace(missing));
  const saveInPlace = async (missing: readonly string[]) => {
    // Where it waits to go out, it would go without them.
    const isMissing = missing.length > 0 && before !== null && before.mode !== "DRAFT";
    const isLacking = Object.keys(lacks).length > 0;
    tell({ kind: "checked", missing: isMissing ? missing : isLacking ? [words.mend] : [] });
    if (!isMissing && !isLacking) await save(before ?? { mode: "DRAFT" });
  };

  const isChanged = base !== null && !isSame(base.draft, { ...draft, when: { mode: "DRAFT" } });
  const isFree = state.saving === null && trouble.kind === "none";
  const saveByItself = useCallback((when: When) => save(when, { isAutomatic: true }), [save]);
  useAutosave(draft, before?.mode === "DRAFT" && isFree && Object.keys(lacks).length === 0 && isChanged, saveByItself);

  const refusals = trouble.kind === "refused" ? trouble.problems : {};
  return {
    brandId,
    zone,
    draft,
    change,
    changeMedia,
    channels,
    /** Whether the channels are known: else why they cannot be read, or null while they are being read. */
    ground: ground !== undefined ? ("known" as const) : unread === null ? null : sentenceOf(unread),
    convertsVideos: ground?.convertsVideos ?? false,
    /** The collection's queue; null while it is not known. */
    queue: draft.collectionId === null || isPlaceholderData ? null : (ground?.queue ?? null),
    isSendable,
    base,
    edition: state.edition,
    problems: state.isChecked ? { ...found, ...refusals } : refusals,
    troubles: trouble.kind === "refused" ? trouble.rest : [],
    isSaving: state.saving !== null,
    isSending: state.isSending,
    isStored,
    isRestored,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    undo: () => void tell({ kind: "undone" }),
    redo: () => void tell({ kind: "redone" }),
    startOver() {
      place.beginAnew();
      tell({ kind: "startedOver", blank, at: Date.now() });
    },
    send,
    saveDraft,
    conflict: trouble.kind !== "conflict" ? null : { theirs: trouble.base.draft, mine: mineBeside(trouble.base, state) },
    keepMine() {
      if (trouble.kind !== "conflict") return;
      // It goes nowhere but where the refused save was to put it.
      const when = whenBeside(trouble.base, { base: now.current.base, when: trouble.when });
      tell({ kind: "mineKept" });
      // Where it goes out at once, it is out: it must not look like a draft that is still to be sent.
      void save(when).then((stored) => {
        if (stored !== null && when.mode === "IMMEDIATE") tellSent(when, { post: stored, goesOn: false });
      });
    },
    takeTheirs: () => void tell({ kind: "theirsTaken", at: Date.now() }),
  };
}

export type Composer = ReturnType<typeof useComposer>;

/** The day for which writing was begun counts for what is restored too. */
function restoredFor(blank: Draft, kept: Kept | null): Kept | null {
  return kept === null || blank.when.mode !== "SCHEDULE" ? kept : { ...kept, draft: { ...kept.draft, when: blank.when } };
}

function sentenceOfSent(when: When, { localDate }: WholePost): string {
  if (when.mode === "DRAFT") return words.sent.draft;
  if (when.mode === "IMMEDIATE") return words.sent.now;
  if (localDate === null) return words.sent.queued;
  const moment = printLocal(localDate.slice(0, 16));
  return when.mode === "QUEUE" ? words.sent.queuedFor({ when: moment }) : words.sent.scheduledFor({ when: moment });
}

/** Takes back that a post waits to go out. */
async function toDraft(queries: QueryClient, { id, brandId, version }: WholePost): Promise<void> {
  await dataOf(api.movePosts({ brandId, moves: [{ postId: id, updatedAt: version, to: "DRAFT" }] }));
  await queries.invalidateQueries({ queryKey: ["brand", brandId] });
}
