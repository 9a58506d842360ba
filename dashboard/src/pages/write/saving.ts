import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { api, CallFailed, dataOf, once } from "../../api/client.ts";
import { fetched } from "./merging.ts";
import { captionsOf } from "./own-texts.ts";
import { picturesOf } from "./pictures.ts";
import { contentOf, type Draft, draftOf, placeOf, preferencesFor, type When } from "./state.ts";

/** The post as the service has it. */
export interface Base {
  readonly postId: number;
  readonly version: string;
  readonly draft: Draft;
}

export function baseOf(post: WholePost): Base {
  return { postId: post.id, version: post.version, draft: draftOf(post) };
}

/** A new post that was made, and with what: more of it need not be known. */
export interface Made {
  readonly postId: number;
  readonly draft: Draft;
}

interface Wish {
  readonly brandId: number;
  readonly draft: Draft;
  /** Null: nothing has been saved yet, or it is not known how. */
  readonly base: Base | null;
  readonly when: When;
  readonly channelIds: readonly number[];
  /** The post as it was made here: it is changed, and never made twice. */
  readonly made: Made | null;
  /** Called as soon as the post exists. */
  readonly onPost: (made: Made) => void;
  /** Called as soon as it is known how it is stored. */
  readonly onMade: (base: Base) => void;
}

/**
 * Stores what has been written. A new post is made as a draft first and then put in its place together with its own texts and
 * preferences, so that
 * nothing leaves without them, and a place that is refused loses nothing.
 */
export async function store({ brandId, draft, base, when, channelIds, made: known, onPost, onMade }: Wish): Promise<WholePost> {
  const { collectionId } = draft;
  if (collectionId === null) throw new Error("A draft without a collection cannot be stored.");
  const captions = captionsOf(draft);
  const pictures = picturesOf(draft);
  const preferences = preferencesFor(draft, channelIds);
  let [made, now] = [known, base];
  if (now === null) {
    const found = made === null ? null : await postOf(made);
    if (found === null) {
      const content = contentOf(draft);
      // The public operation takes no texts of single files: they follow.
      const files = content.media.map(({ alt: _, ...source }) => source);
      const { id } = await dataOf(once.createPost({ brandId, collectionId, ...content, media: files, publishMode: "DRAFT" }));
      made = { postId: id, draft };
      onPost(made);
      const post = await dataOf(api.showPost({ postId: id }));
      now = baseOf(post);
      onMade(now);
      const hasMore =
        preferences.length > 0 ||
        captions.length > 0 ||
        draft.leftOut.length > 0 ||
        pictures.own.length + pictures.covers.length + pictures.places.length > 0 ||
        content.media.some(({ alt }) => alt !== undefined);
      if (when.mode === "DRAFT" && !hasMore) return post;
    } else {
      now = baseOf(found);
      onMade(now);
    }
  }
  // What the service has fetched from an address while it made the post is its own now.
  const media = base !== null || made === null ? draft.media : fetched(draft.media, { sent: made.draft, next: now.draft });
  const content = contentOf({ ...draft, media });
  const place = placeOf(when, now.draft.when);
  return dataOf(
    api.editPost({
      postId: now.postId,
      version: now.version,
      collectionId,
      ...content,
      captions,
      ...place,
      preferences,
      pictures,
      leftOut: [...draft.leftOut],
    }),
  );
}

/** Null if somebody has deleted it. */
async function postOf({ postId }: Made): Promise<WholePost | null> {
  try {
    return await dataOf(api.showPost({ postId }));
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return null;
    throw error;
  }
}
