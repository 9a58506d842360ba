import { useSuspenseQuery } from "@tanstack/react-query";
import { PostBody } from "./PostBody.tsx";
import { PostHead } from "./PostHead.tsx";
import css from "./panel.module.css";
import { panelQuery } from "./queries.ts";

/** A post on a page of its own, for those who cannot change it: as its panel shows it. */
export function PostCard({ brandId, postId, mayEdit }: { readonly brandId: number; readonly postId: number; readonly mayEdit: boolean }) {
  const { data } = useSuspenseQuery(panelQuery(brandId, postId));
  if (data === null) return null;
  return (
    <div className={css.card}>
      <div className={css.cardHead}>
        <PostHead {...data} />
      </div>
      <PostBody brandId={brandId} shown={data} mayEdit={mayEdit} />
    </div>
  );
}
