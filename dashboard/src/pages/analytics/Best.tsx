import type { Figures } from "@rostrum/contract/private/published.ts";
import { IconHeart, IconMessageCircle, IconRepeat } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { NetworkDiscs } from "../../parts/look/NetworkDisc.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { printMoment } from "../../parts/moments.ts";
import css from "./analytics.module.css";
import { print } from "./print.ts";
import { Section } from "./Section.tsx";
import { words } from "./words.ts";

interface BestProps {
  readonly best: Figures["best"];
  readonly brandId: number;
  readonly zone: string;
}

/** The posts to which readers responded most, on all of their networks together. */
export function Best({ best, brandId, zone }: BestProps) {
  return (
    <Section title={words.best}>
      {best.length === 0 && <p className={css.quiet}>{words.bestNone}</p>}
      <ol className={css.best}>
        {best.map((post) => {
          const text = post.text || post.title || words.noText;
          return (
            <li key={post.id}>
              <Link className={css.post} to="/brands/$brandId/published" params={{ brandId }} search={{ entry: post.id }}>
                <PostThumb picture={post} size={56} />
                <span className={css.told}>
                  <span className={css.text}>{text}</span>
                  <span className={css.meta}>
                    {post.networks.length > 0 && <NetworkDiscs types={post.networks} size={18} max={5} />}
                    {printMoment(post.at, zone)}
                  </span>
                </span>
                <span className={css.counts}>
                  <Count Icon={IconHeart} count={post.likes} label={words.likesOf({ count: post.likes })} />
                  <Count Icon={IconMessageCircle} count={post.comments} label={words.commentsOf({ count: post.comments })} />
                  <Count Icon={IconRepeat} count={post.shares} label={words.sharesOf({ count: post.shares })} />
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

function Count({ Icon, count, label }: { readonly Icon: typeof IconHeart; readonly count: number; readonly label: string }) {
  return (
    <span className={css.count} role="img" aria-label={label}>
      <Icon size={15} aria-hidden />
      <span className="figures" aria-hidden>
        {print.number(count)}
      </span>
    </span>
  );
}
