import { queryOptions } from "@tanstack/react-query";
import { api, CallFailed, dataOf } from "../../api/client.ts";

/** A post with what becomes of it, and what readers see, on each channel; null if it is not there any more. */
export function panelQuery(brandId: number, postId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "posts", postId, "panel"],
    queryFn: async () => {
      try {
        const [post, story, previews] = await Promise.all([
          dataOf(api.showPost({ postId })),
          dataOf(api.explainPost({ postId })),
          dataOf(api.previewStoredPost({ postId })),
        ]);
        return { post, story, previews };
      } catch (error) {
        if (error instanceof CallFailed && error.status === 404) return null;
        throw error;
      }
    },
  });
}

export type Shown = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof panelQuery>["queryFn"]>>>>;
export type PanelPost = Shown["post"];
export type PanelStory = Shown["story"];
