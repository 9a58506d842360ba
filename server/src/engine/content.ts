import type { Comment, PlatformOptions, Poll, PostType } from "@rostrum/contract/posts.ts";
import { threadSegments } from "@rostrum/contract/posts.ts";
import type { Json } from "../connectors/connector.ts";

/** The frozen copy of what goes out: later changes of the post do not reach a publication that has begun. */
export interface Content {
  readonly type: PostType;
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

/** The caption in the parts that a thread has; else the caption as the one part. */
export function segmentsOf(content: Pick<Content, "text" | "thread">): string[] {
  const parts = content.thread ? threadSegments(content.text) : [];
  return parts.length > 1 ? parts : [content.text];
}

/** Options are kept under the names of the contract, which differ from the platforms' slugs in one case. */
export function optionsFor(slug: string, platforms: PlatformOptions | null): Json {
  const name = slug === "google-business" ? "googlemybusiness" : slug;
  const options = platforms === null ? undefined : Object.entries(platforms).find(([key]) => key === name)?.[1];
  return options === undefined ? {} : (JSON.parse(JSON.stringify(options)) as Json);
}
