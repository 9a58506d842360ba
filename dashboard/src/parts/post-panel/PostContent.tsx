import { coverOf } from "./covers.ts";
import css from "./panel.module.css";
import type { PanelPost } from "./queries.ts";
import { words } from "./words.ts";

/** A post's pictures and text as they were written. */
export function PostContent({ post }: { readonly post: PanelPost }) {
  const { title, caption, poll, media, alt, pictures } = post;
  const [first, ...others] = media.map((one) => ({ ...one, thumbnailUrl: coverOf(one, pictures)?.thumbnailUrl ?? one.thumbnailUrl }));
  return (
    <div className={css.content}>
      {first?.thumbnailUrl != null && (
        <img
          className={css.picture}
          src={first.mime.startsWith("image/") ? first.path : first.thumbnailUrl}
          alt={first.alt ?? alt ?? first.description ?? ""}
        />
      )}
      {others.length > 0 && (
        <div className={css.others} role="img" aria-label={words.pictures({ count: media.length })}>
          {others.map(({ id, thumbnailUrl }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a post may have the same file twice
            thumbnailUrl === null ? null : <img key={`${id} ${index}`} src={thumbnailUrl} alt="" loading="lazy" />,
          )}
        </div>
      )}
      <div className={css.text}>
        {title !== null && title !== "" && <p className={css.title}>{title}</p>}
        <p>{caption}</p>
        {poll !== null && (
          <ul>
            {poll.options.map((option) => (
              <li key={option}>{option}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
