import { PageHead } from "../../parts/PageHead.tsx";
import { LeftBehind } from "./LeftBehind.tsx";
import type { Gone } from "./queries.ts";
import { words } from "./words.ts";

interface GonePostProps extends Gone {
  readonly brandId: number;
  readonly postId: number;
}

/** In the place of a post that somebody has deleted, with what was being typed into it. */
export function GonePost({ brandId, postId, gone }: GonePostProps) {
  return (
    <>
      <PageHead title={words.goneTitle} lead={gone} />
      <LeftBehind brandId={brandId} postId={postId} post={null} />
    </>
  );
}
