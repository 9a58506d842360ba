import { hueOf } from "../look/hues.ts";
import { StatePill } from "../look/StateMark.tsx";
import css from "./panel.module.css";
import type { Shown } from "./queries.ts";
import { stateOf } from "./targets.ts";

/** How a post stands, and its collection. */
export function PostHead({ post, story }: Pick<Shown, "post" | "story">) {
  return (
    <>
      <StatePill state={stateOf(post, story)} />
      <span className={css.collection} style={{ "--c": hueOf(post.collectionId) } as React.CSSProperties}>
        {story.collection}
      </span>
    </>
  );
}
