import { fileUrl } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Stored } from "./model.ts";
import { type PostPhoto, stateOf } from "./post-state.ts";
import type { Settings } from "./settings.ts";
import { postUrl } from "./urls.ts";

export interface PostViewed {
  readonly world: SandboxWorld;
  readonly settings: Settings;
  /** `accounts/1/locations/2`, through which the caller reaches the post. */
  readonly parent: string;
}

/** A post as the API gives it. It has an address once it is live. */
export function postView({ world, settings, parent }: PostViewed, post: Stored<"local_post">, photo: PostPhoto): Record<string, unknown> {
  const state = stateOf(world, post, photo);
  return {
    name: `${parent}/localPosts/${post.id}`,
    ...(post.language_code === null ? {} : { languageCode: post.language_code }),
    ...(post.summary === "" ? {} : { summary: keptText(post.summary, settings) }),
    ...(post.call_to_action === null ? {} : { callToAction: post.call_to_action }),
    createTime: post.createdAt,
    updateTime: state === "PROCESSING" ? post.createdAt : post.review.ready_at,
    ...(post.event === null ? {} : { event: post.event }),
    state,
    ...(post.photo === null ? {} : { media: [mediumView({ world, parent, key: post.photo.key })] }),
    ...(state === "LIVE" ? { searchUrl: postUrl(world, { locationId: post.location_id, postId: post.id }) } : {}),
    topicType: post.topic_type,
    ...(post.offer === null ? {} : { offer: post.offer }),
  };
}

/** The text as it is stored, which may be tidied. */
export function keptText(summary: string, { text_kept }: Settings): string {
  if (text_kept === null) return summary;
  return (
    summary.slice(0, text_kept) +
    summary
      .slice(text_kept)
      .replace(/\s+/g, " ")
      .replace(/[.!\s]+$/, "")
  );
}

function mediumView({ world, parent, key }: { readonly world: SandboxWorld; readonly parent: string; readonly key: string }) {
  return { name: `${parent}/media/localPosts/${key}`, mediaFormat: "PHOTO", googleUrl: fileUrl(world, key) };
}
