import { notifications } from "@mantine/notifications";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useRef } from "react";
import { api, CallFailed, dataOf, isOtherSession, sentenceOf } from "../../api/client.ts";
import { isSignedOut } from "../../api/queries.ts";
import { rememberCollection } from "../../share/last-used.ts";
import { placed } from "./checks.ts";
import { type ComposerEvent, type ComposerState, placeAfter } from "./composer-machine.ts";
import { forget, keep, keptName, type Owner } from "./kept.ts";
import { carriedOut } from "./merging.ts";
import { reachedChannelIds } from "./queries.ts";
import { type Base, baseOf, store } from "./saving.ts";
import { isSame, type When } from "./state.ts";
import { words } from "./words.ts";

interface Saving {
  readonly owner: Owner;
  readonly now: RefObject<ComposerState>;
  readonly tell: (event: ComposerEvent) => ComposerState;
  /** Whoever has gone elsewhere during a save stays there. */
  readonly isLeft: RefObject<boolean>;
  /** What is typed is kept in another place from now on. */
  readonly moveTo: (name: string) => void;
  readonly onMade: (postId: number) => void;
}

/** Saves what is being written, and tells the machine what has become of it. Resolves to null if it was not stored. */
export function useSave({ owner, now, tell, isLeft, moveTo, onMade }: Saving) {
  const queries = useQueryClient();
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const { userId, brandId } = owner;
  return useCallback(
    // What saves itself has no say in where the post is.
    (when: When, { isAutomatic = false } = {}): Promise<WholePost | null> => {
      const nameOf = (postId: number) => keptName({ userId, brandId }, postId);
      const isFirstStored = (save: number, base: Base) => {
        // Whoever has left the page finds what is not stored yet with the post.
        keep(localStorage, nameOf(base.postId), { draft: now.current.draft, version: base.version });
        moveTo(nameOf(base.postId));
        tell({ kind: "firstStored", save, base });
        if (!isLeft.current) onMade(base.postId);
      };
      const work = async (when: When): Promise<WholePost | null> => {
        const { draft: sent, saves: save } = tell({ kind: "saveBegun", when });
        try {
          const channelIds = await reachedChannelIds(queries, { brandId, collectionId: sent.collectionId });
          const stored = await store({
            brandId,
            draft: sent,
            base: now.current.base,
            when,
            channelIds,
            made: now.current.made,
            onPost: (made) => tell({ kind: "postMade", save, made }),
            onMade: (base) => isFirstStored(save, base),
          });
          const base = baseOf(stored);
          rememberCollection(localStorage, brandId, stored.collectionId);
          const { draft } = tell({ kind: "saved", save, base, channelIds });
          if (isLeft.current) {
            if (isSame(draft, base.draft)) forget(localStorage, nameOf(base.postId));
            else keep(localStorage, nameOf(base.postId), { draft, version: base.version });
          }
          await queries.invalidateQueries({ queryKey: ["brand", brandId], predicate: ({ queryKey }) => !isOwn(queryKey) });
          return stored;
        } catch (error) {
          const ours = await ownSave(error, { when, state: now.current });
          if (ours !== null) {
            const { base } = tell({ kind: "ownFound", save, ...ours });
            // By itself nothing is changed but a draft. Where that save was to put it, it is.
            return isAutomatic && base?.draft.when.mode !== "DRAFT" ? null : await work(placeAfter(when, ours));
          }
          const isAnswered = error instanceof CallFailed && error.status !== null && error.status < 500;
          if (!isAnswered) tell({ kind: "lost", save });
          endSession(queries, error);
          if (isLeft.current) tellLeft(error);
          tell({ save, ...(await refusalOf(error, now.current)) });
          return null;
        } finally {
          tell({ kind: "saveEnded", save });
        }
      };
      // One after another: a save that overtook another would have an old version.
      const turn = running.current.then(
        () => work(when),
        () => work(when),
      );
      running.current = turn;
      return turn;
    },
    [brandId, userId, isLeft, moveTo, now, onMade, queries, tell],
  );
}

/** What has changed the post meanwhile, if it is one's own save, whose answer was lost; null if it is not. */
async function ownSave(error: unknown, { when, state }: { readonly when: When; readonly state: ComposerState }) {
  const { unanswered, base } = state;
  if (!(error instanceof CallFailed) || error.status !== 409 || unanswered.length === 0 || base === null) return null;
  const post = await dataOf(api.showPost({ postId: base.postId })).catch(() => null);
  if (post === null) return null;
  const found = baseOf(post);
  const own = carriedOut(unanswered, { now: found.draft, wanted: when });
  return own === null ? null : { base: found, own };
}

/** What a refused save says to who is writing. */
async function refusalOf(error: unknown, { base, made }: ComposerState) {
  if (!(error instanceof CallFailed)) {
    return { kind: "refused", problems: {}, rest: [error instanceof Error ? error.message : String(error)] } as const;
  }
  const { status, fields, message } = error;
  if (status === 409 && "version" in fields && base !== null) {
    const post = await dataOf(api.showPost({ postId: base.postId })).catch(() => null);
    if (post !== null) return { kind: "conflictMet", base: baseOf(post) } as const;
  }
  if (status === 404 && "post_id" in fields && made !== null) return { kind: "deleted", sentence: words.deletedMeanwhile } as const;
  const { problems, rest } = placed(fields);
  return { kind: "refused", problems, rest: Object.keys(fields).length > 0 ? rest : [message] } as const;
}

function endSession(queries: QueryClient, error: unknown): void {
  if (isSignedOut(error) || (error instanceof Error && isOtherSession(error))) void queries.invalidateQueries({ queryKey: ["session"] });
}

/** A save that was refused after the page has been left. */
function tellLeft(error: unknown): void {
  notifications.show({ color: "red", title: words.notSaved, message: `${sentenceOf(error)} ${words.stillHere}`, autoClose: false });
}

/** The composer knows its own post better than any query. */
function isOwn(key: readonly unknown[]): boolean {
  return key[2] === "preview" || (key[2] === "posts" && typeof key[3] === "number");
}
