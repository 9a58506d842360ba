import type { Comment, PlatformOptions, Poll, PostType } from "@rostrum/contract/posts.ts";

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
