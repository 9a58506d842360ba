import type { Comment, PlatformOptions, Poll, PostType } from "@rostrum/contract/posts.ts";
import type { Json } from "../connectors/connector.ts";

/** The frozen copy of what goes out: later changes of the post do not reach a publication that has begun. */
export interface Content {
  readonly type: PostType;
  /** Of a story: what it is where there are no stories. Absent from what left before it was kept. */
  readonly regularType?: PostType | null;
  readonly text: string;
  readonly title: string | null;
  readonly alt: string | null;
  readonly link: string | null;
  readonly poll: Poll | null;
  readonly comment: Comment | null;
  readonly platforms: PlatformOptions | null;
  readonly mediaIds: readonly string[];
  readonly asStory: boolean;
  readonly thread: boolean;
}

/** Options are kept under the names of the contract, which differ from the platforms' slugs in one case. */
export function optionsFor(slug: string, platforms: PlatformOptions | null): Json {
  const name = slug === "google-business" ? "googlemybusiness" : slug;
  const options = platforms === null ? undefined : Object.entries(platforms).find(([key]) => key === name)?.[1];
  return options === undefined ? {} : (JSON.parse(JSON.stringify(options)) as Json);
}
