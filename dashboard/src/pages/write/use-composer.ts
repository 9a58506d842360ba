import { notifications } from "@mantine/notifications";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, CallFailed, dataOf, isOtherSession, sentenceOf } from "../../api/client.ts";
import { isSignedOut } from "../../api/queries.ts";
import { useSession } from "../../api/session.ts";
import { printLocal } from "../../parts/moments.ts";
import { say } from "../../parts/toast.tsx";
import { didUndoable } from "../../parts/undo.ts";
import { useAlone } from "../../parts/use-alone.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import { rememberCollection } from "../../share/last-used.ts";
import { type Problems, placed, problemsOf } from "./checks.ts";
import { forget, type Kept, keep, keptName } from "./kept.ts";
import { afterSave, carriedOut, fetched, isSameWhen, mineBeside, refreshed, type Unanswered, whenBeside } from "./merging.ts";
import { described, reachedChannelIds, writingChannelsQuery } from "./queries.ts";
import { type Base, baseOf, type Made, store } from "./saving.ts";
import { type Draft, type DraftMedium, isSame, type When } from "./state.ts";
import { NO_STEPS, recorded, redone, undone } from "./steps.ts";
import { useAutosave } from "./use-autosave.ts";
import { useKept, usePlace } from "./use-kept.ts";
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

/** What is being written, what of it is saved, and everything that can be done with it. */
export function useComposer({ brandId, zone, post, blank, given = null, onMade, onSent, onOpen }: ComposerFacts) {
  const queries = useQueryClient();
  const userId = useSession().user.id;
  const [base, setBase] = useState<Base | null>(() => (post === null ? null : baseOf(post)));
  const place = usePlace({ userId, brandId }, { postId: post?.id ?? null, given });
  const { moveTo } = place;
  const [kept] = useState(() => restoredFor(blank, place.kept));
  const [draft, setDraft] = useState<Draft>(() => given?.draft ?? kept?.draft ?? base?.draft ?? blank);
  const [isRestored, setRestored] = useState(() => kept !== null && !isSame(kept.draft, base?.draft ?? blank));
  /** Changes when another draft takes this one's place, for fields with a state of their own. */
  const [edition, setEdition] = useState(0);
  const [refusal, setRefusal] = useState<{ readonly problems: Problems; readonly rest: readonly string[] }>({ problems: {}, rest: [] });
  const [isChecked, setChecked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  /** What somebody else has saved meanwhile, and where the save that met it was to put the post. */
  const [theirs, setTheirs] = useState<{ readonly base: Base; readonly when: When } | null>(null);
  const [steps, setSteps] = useState(NO_STEPS);
  const latest = useRef({ draft, base });
  latest.current = { draft, base };

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
  // A version that somebody else has overtaken is not lost with a reload.
  const [keptVersion] = useState(kept?.version ?? null);
  const [firstVersion] = useState(post?.version ?? null);
  useEffect(() => {
    if (keptVersion !== null && isRestored) setBase((known) => (known === null ? known : { ...known, version: keptVersion }));
  }, [keptVersion, isRestored]);
  useKept(place.name, { draft, version: base?.version ?? null, begun: place.begun, isSaved, onTaken: place.moveOn });

  /** Changes it without a step that could be taken back. */
  const settle = useCallback((next: (known: Draft) => Draft) => {
    // Several changes may come before it is drawn again.
    latest.current.draft = next(latest.current.draft);
    setDraft(latest.current.draft);
  }, []);
  const put = useCallback(
    (next: (known: Draft) => Draft, what: string) => {
      const before = latest.current.draft;
      setSteps((known) => recorded(known, { before, what, at: Date.now() }));
      settle(next);
    },
    [settle],
  );
  const change = useCallback(
    (part: Partial<Draft>) => {
      put((known) => ({ ...known, ...part }), Object.keys(part).join());
      setRefusal((known) => ({ problems: withoutKeys(known.problems, part), rest: [] }));
    },
    [put],
  );
  const changeMedia = useCallback(
    (next: (media: readonly DraftMedium[]) => readonly DraftMedium[]) => {
      put((known) => ({ ...known, media: next(known.media) }), "media");
      setRefusal((known) => ({ problems: withoutKeys(known.problems, { media: [] }), rest: [] }));
    },
    [put],
  );

  /** Another draft takes this one's place. */
  const show = useCallback(() => {
    setEdition((number) => number + 1);
    setRefusal({ problems: {}, rest: [] });
    setChecked(false);
  }, []);
  const replace = useCallback(
    (next: Draft) => {
      put(() => next, "all");
      show();
    },
    [put, show],
  );
  const goTo = (step: ReturnType<typeof undone>) => {
    if (step === null) return;
    setSteps(step.steps);
    settle(() => step.draft);
    show();
  };

  // What the browser kept may name files that are gone, and shows them at addresses that have ended.
  useEffect(() => {
    if (!isRestored) return;
    let isOver = false;
    const ids = latest.current.draft.media.flatMap((item) => (item.kind === "file" ? [item.medium.id] : []));
    void described(brandId, ids).then(
      (media) => {
        if (isOver) return;
        const found = new Map(media.map((medium) => [medium.id, medium]));
        settle((known) => ({ ...known, media: refreshed(known.media, ids, found) }));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [brandId, isRestored, settle]);

  // Whoever has gone elsewhere during a save stays there.
  const isLeft = useIsLeft();
  const running = useRef<Promise<unknown>>(Promise.resolve());
  /** A new post that was made here. */
  const made = useRef<Made | null>(null);
  /** What was sent, and where to, without an answer that says what has become of it. */
  const unanswered = useRef<readonly Unanswered[]>([]);
  const save = useCallback(
    // What saves itself has no say in where the post is.
    (when: When, { isAutomatic = false } = {}): Promise<WholePost | null> => {
      const work = async (when: When): Promise<WholePost | null> => {
        const sent = latest.current.draft;
        setSaving(true);
        try {
          const channelIds = await reachedChannelIds(queries, { brandId, collectionId: sent.collectionId });
          const isStoredAs = (first: Base) => {
            const own = keptName({ userId, brandId }, first.postId);
            // Whoever has left the page finds what is not stored yet with the post.
            keep(localStorage, own, { draft: latest.current.draft, version: first.version });
            moveTo(own);
            const begun = made.current?.draft ?? sent;
            settle((known) => ({ ...known, media: fetched(known.media, { sent: begun, next: first.draft }) }));
            setBase(first);
            latest.current.base = first;
            if (!isLeft.current) onMade(first.postId);
          };
          const stored = await store({
            brandId,
            draft: sent,
            base: latest.current.base,
            when,
            channelIds,
            made: made.current,
            onPost: (post) => {
              made.current = post;
            },
            onMade: isStoredAs,
          });
          unanswered.current = [];
          const next = baseOf(stored);
          rememberCollection(localStorage, brandId, stored.collectionId);
          latest.current.base = next;
          setBase(next);
          settle((known) => afterSave(known, { sent, next: next.draft, when, channelIds }));
          if (isLeft.current) {
            const own = keptName({ userId, brandId }, next.postId);
            const left = latest.current.draft;
            if (isSame(left, next.draft)) forget(localStorage, own);
            else keep(localStorage, own, { draft: left, version: next.version });
          }
          setRefusal({ problems: {}, rest: [] });
          setRestored(false);
          await queries.invalidateQueries({ queryKey: ["brand", brandId], predicate: ({ queryKey }) => !isOwn(queryKey) });
          return stored;
        } catch (error) {
          const ours = await ownSave(error, when);
          // By itself nothing is changed but a draft.
          if (ours !== null) return isAutomatic && latest.current.base?.draft.when.mode !== "DRAFT" ? null : await work(ours);
          const isAnswered = error instanceof CallFailed && error.status !== null && error.status < 500;
          if (!isAnswered) unanswered.current = [...unanswered.current, { draft: sent, when }];
          await refused(error, when);
          return null;
        } finally {
          setSaving(false);
        }
      };
      /**
       * Goes on from what has changed the post meanwhile, if it is one's own save, whose answer was lost. Returns where it is still to go;
       * null if it is not one's own.
       */
      const ownSave = async (error: unknown, wanted: When): Promise<When | null> => {
        const [lost, known] = [unanswered.current, latest.current.base];
        if (!(error instanceof CallFailed) || error.status !== 409 || lost.length === 0 || known === null) return null;
        const post = await dataOf(api.showPost({ postId: known.postId })).catch(() => null);
        if (post === null) return null;
        const now = baseOf(post);
        const own = carriedOut(lost, { now: now.draft, wanted });
        if (own === null) return null;
        unanswered.current = [];
        const movedBy = (when: When) => (isSameWhen(when, own.when) ? now.draft.when : when);
        settle((known) => ({
          ...known,
          media: fetched(known.media, { sent: own.draft, next: now.draft }),
          when: movedBy(known.when),
        }));
        latest.current.base = now;
        setBase(now);
        // Where that save was to put it, it is.
        return movedBy(wanted);
      };
      const refused = async (error: unknown, when: When) => {
        if (isSignedOut(error) || (error instanceof Error && isOtherSession(error)))
          void queries.invalidateQueries({ queryKey: ["session"] });
        if (isLeft.current) tellLeft(error);
        const known = latest.current.base;
        if (error instanceof CallFailed && error.status === 409 && "version" in error.fields && known !== null) {
          const post = await dataOf(api.showPost({ postId: known.postId })).catch(() => null);
          if (post !== null) return setTheirs({ base: baseOf(post), when });
        }
        if (error instanceof CallFailed && error.status === 404 && "post_id" in error.fields && made.current !== null) {
          // Somebody has deleted the post that was made here. What is written is made anew with the next save.
          latest.current.base = null;
          setBase(null);
          return setRefusal({ problems: {}, rest: [words.deletedMeanwhile] });
        }
        const messages = error instanceof CallFailed ? error.fields : {};
        const told = placed(messages);
        const isSaid = Object.keys(messages).length > 0;
        setRefusal({ ...told, rest: isSaid ? told.rest : [error instanceof Error ? error.message : String(error)] });
      };
      // One after another: a save that overtook another would have an old version.
      const turn = running.current.then(
        () => work(when),
        () => work(when),
      );
      running.current = turn;
      return turn;
    },
    [brandId, userId, isLeft, moveTo, onMade, queries, settle],
  );

  // Once more by the same keys, or before the page has changed, it would be refused.
  const [isSending, alone] = useAlone();

  const isSendable = Object.keys(found).length === 0;
  /** `missing`: what keeps it from going out beside the draft itself, in sentences. */
  const send = (missing: readonly string[] = [], { goesOn = false } = {}) => alone(() => sendNow(missing, goesOn));
  const sendNow = async (missing: readonly string[], goesOn: boolean) => {
    setChecked(true);
    if (missing.length > 0 && draft.when.mode !== "DRAFT") {
      setRefusal({ problems: {}, rest: missing });
      return;
    }
    if (!isSendable) {
      setRefusal({ problems: {}, rest: [words.mend] });
      return;
    }
    const { when } = draft;
    const post = await save(when);
    if (post !== null) tellSent(when, { post, goesOn });
  };
  const tellSent = (when: When, { post, goesOn }: { readonly post: WholePost; readonly goesOn: boolean }) => {
    // What was typed meanwhile is not sent.
    const isAll = latest.current.base !== null && isSame(latest.current.base.draft, latest.current.draft);
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
    setChecked(true);
    // Where it waits to go out, it would go without them.
    if (missing.length > 0 && before !== null && before.mode !== "DRAFT") setRefusal({ problems: {}, rest: missing });
    else if (Object.keys(lacks).length > 0) setRefusal({ problems: {}, rest: [words.mend] });
    else await save(before ?? { mode: "DRAFT" });
  };

  const isDraft = before?.mode === "DRAFT";
  const isTroubled = theirs !== null || Object.keys(refusal.problems).length > 0 || refusal.rest.length > 0;
  const isChanged = base !== null && !isSame(base.draft, { ...draft, when: { mode: "DRAFT" } });
  const saveByItself = useCallback((when: When) => save(when, { isAutomatic: true }), [save]);
  useAutosave(draft, isDraft && !isSaving && !isTroubled && Object.keys(lacks).length === 0 && isChanged, saveByItself);

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
    edition,
    problems: isChecked ? { ...found, ...refusal.problems } : refusal.problems,
    troubles: refusal.rest,
    isSaving,
    isSending,
    isStored,
    isRestored,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    undo: () => goTo(undone(steps, draft)),
    redo: () => goTo(redone(steps, draft)),
    startOver() {
      // It begins with what there is now, whatever version was kept.
      if (isRestored && firstVersion !== null)
        setBase((known) => (known?.version === keptVersion ? { ...known, version: firstVersion } : known));
      setRestored(false);
      place.beginAnew();
      replace(base?.draft ?? blank);
    },
    send,
    saveDraft,
    conflict: theirs === null ? null : { theirs: theirs.base.draft, mine: mineBeside(theirs.base, { base, draft }) },
    keepMine() {
      if (theirs === null) return;
      // What they changed is overwritten knowingly now. It goes nowhere but where the refused save was to put it.
      const known = latest.current;
      const when = whenBeside(theirs.base, { base: known.base, when: theirs.when });
      settle(() => mineBeside(theirs.base, known));
      latest.current.base = theirs.base;
      setBase(theirs.base);
      setTheirs(null);
      // Where it goes out at once, it is out: it must not look like a draft that is still to be sent.
      void save(when).then((stored) => {
        if (stored !== null && when.mode === "IMMEDIATE") tellSent(when, { post: stored, goesOn: false });
      });
    },
    takeTheirs() {
      if (theirs === null) return;
      setBase(theirs.base);
      setTheirs(null);
      replace(theirs.base.draft);
    },
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

/** A save that was refused after the page has been left. */
function tellLeft(error: unknown): void {
  notifications.show({ color: "red", title: words.notSaved, message: `${sentenceOf(error)} ${words.stillHere}`, autoClose: false });
}

/** The composer knows its own post better than any query. */
function isOwn(key: readonly unknown[]): boolean {
  return key[2] === "preview" || (key[2] === "posts" && typeof key[3] === "number");
}

function withoutKeys(problems: Problems, part: object): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => !(field in part || (field === "scheduledAt" && "when" in part))),
  ) as Problems;
}
