import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { api, dataOf, once } from "../../api/client.ts";
import { captionsOf } from "./own-texts.ts";
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

interface Wish {
  readonly brandId: number;
  readonly draft: Draft;
  /** Null: nothing has been saved yet. */
  readonly base: Base | null;
  readonly when: When;
  readonly channelIds: readonly number[];
  /** The post as it was made, if what came after that failed: it is changed, and never made twice. */
  readonly madeId: number | null;
  /** Called as soon as the post exists. */
  readonly onId: (postId: number) => void;
  /** Called as soon as it is known how it is stored. */
  readonly onMade: (base: Base) => void;
}

/**
 * Stores what has been written. A new post is made as a draft first and then put in its place together with its own texts and
 * preferences, so that
 * nothing leaves without them, and a place that is refused loses nothing.
 */
export async function store({ brandId, draft, base, when, channelIds, madeId, onId, onMade }: Wish): Promise<WholePost> {
  const { collectionId } = draft;
  if (collectionId === null) throw new Error("A draft without a collection cannot be stored.");
  const content = contentOf(draft);
  const captions = captionsOf(draft);
  const preferences = preferencesFor(draft, channelIds);
  let made = base;
  if (made === null) {
    // The public operation takes no texts of single files: they follow.
    const files = content.media.map(({ alt: _, ...source }) => source);
    const create = async () =>
      (await dataOf(once.createPost({ brandId, collectionId, ...content, media: files, publishMode: "DRAFT" }))).id;
    const id = madeId ?? (await create());
    onId(id);
    const post = await dataOf(api.showPost({ postId: id }));
    made = baseOf(post);
    onMade(made);
    const hasMore = preferences.length > 0 || captions.length > 0 || content.media.some(({ alt }) => alt !== undefined);
    const isWhole = madeId === null && !hasMore;
    if (when.mode === "DRAFT" && isWhole) return post;
  }
  const { media } =
    base === null && madeId === null
      ? contentOf({ ...draft, media: made.draft.media.map((item, index) => ({ ...item, alt: draft.media[index]?.alt ?? "" })) })
      : content;
  const place = placeOf(when, made.draft.when);
  return dataOf(
    api.editPost({ postId: made.postId, version: made.version, collectionId, ...content, captions, media, ...place, preferences }),
  );
}
