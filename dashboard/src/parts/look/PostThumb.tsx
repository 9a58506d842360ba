import { IconAlignLeft } from "@tabler/icons-react";
import css from "./look.module.css";
import { type State, StateMark } from "./StateMark.tsx";

interface PostThumbProps {
  /** Null: the post has no picture. */
  readonly picture: { readonly thumbnailUrl: string | null } | null;
  readonly size?: number;
  /** A mark on its corner. */
  readonly state?: State;
}

/** What a post looks like, small. Decoration: its text stands beside it, and its state is read with it. */
export function PostThumb({ picture, size = 24, state }: PostThumbProps) {
  const url = picture?.thumbnailUrl ?? null;
  return (
    <span className={css.thumb} style={{ width: size, height: size, borderRadius: size > 32 ? 8 : 5 }}>
      {url === null ? (
        <IconAlignLeft size={Math.round(size * 0.55)} stroke={1.75} aria-hidden />
      ) : (
        <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" draggable={false} />
      )}
      {state !== undefined && (
        <span className={css.thumbState}>
          <StateMark state={state} size={size > 32 ? 14 : 12} />
        </span>
      )}
    </span>
  );
}
