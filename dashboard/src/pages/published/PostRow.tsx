import { Button } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { IconHeart, IconMessageCircle, IconRefresh, IconRepeat } from "@tabler/icons-react";
import { hueOf } from "../../parts/look/hues.ts";
import { NetworkDisc } from "../../parts/look/NetworkDisc.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printMoment, printTime } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import css from "./published.module.css";
import { discWord, isUnderWay, nameOf, networkOf, shownResults, stateOf } from "./rows.ts";
import { Unfolded } from "./Unfolded.tsx";
import { words } from "./words.ts";

interface PostRowProps {
  readonly post: SentPost;
  readonly brandId: number;
  readonly zone: string;
  readonly isEditor: boolean;
  /** The entry whose story is unfolded, if it is one of this post. */
  readonly openId: number | null;
  readonly onOpen: (entryId: number | null) => void;
  /** Null: the person may not, or nothing is left of the post. */
  readonly onUseAgain: ((postId: number) => void) | null;
  readonly isCopying: boolean;
}

/** A post with what became of it on each network. */
export function PostRow({ post, brandId, zone, isEditor, openId, onOpen, onUseAgain, isCopying }: PostRowProps) {
  const open = post.results.find(({ id }) => id === openId);
  const name = nameOf(post);
  const { sourceId } = post;
  return (
    <li data-post={sourceId ?? undefined}>
      <div className={css.row}>
        <PostThumb picture={open !== undefined && !open.isComment ? open : post} size={56} />
        <div>
          <span className={css.text}>{post.text || post.title || words.noText}</span>
          <span className={css.meta}>
            <span className={css.hue} style={{ background: hueOf(post.collectionId) }} aria-hidden />
            {post.collection ?? words.noCollection}
            <span aria-hidden>·</span>
            <span className="figures">{printMoment(post.dueAt, zone)}</span>
          </span>
        </div>
        <div className={css.discs}>
          {shownResults(post.results).map((result) => (
            <Disc
              key={result.id}
              result={result}
              zone={zone}
              isOpen={result.id === openId}
              onClick={() => onOpen(result.id === openId ? null : result.id)}
            />
          ))}
        </div>
        <Together post={post} zone={zone} />
        {onUseAgain !== null && sourceId !== null ? (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            aria-label={words.againOf({ text: name })}
            loading={isCopying}
            onClick={() => onUseAgain(sourceId)}
          >
            {words.useAgain}
          </Button>
        ) : (
          <span />
        )}
      </div>
      {open !== undefined && (
        <Unfolded key={open.id} post={post} result={open} brandId={brandId} zone={zone} isEditor={isEditor} onClose={() => onOpen(null)} />
      )}
    </li>
  );
}

interface DiscProps {
  readonly result: Result;
  readonly zone: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** What became of it on one network; opens how it came to that. */
function Disc({ result, zone, isOpen, onClick }: DiscProps) {
  const { channel, id, isComment } = result;
  const word = discWord(result, (at) => printTime(at, zone));
  const network = networkOf(result);
  return (
    <button
      type="button"
      id={`entry-${id}`}
      className={css.disc}
      data-state={stateOf(result)}
      aria-expanded={isOpen}
      aria-label={words.discOf({
        network: isComment ? words.commentOf({ network }) : network,
        channel: channel.name ?? words.noChannel,
        state: word,
      })}
      onClick={onClick}
    >
      {channel.type === null ? (
        <StateMark state={stateOf(result)} size={24} isNamed />
      ) : (
        <NetworkDisc type={channel.type} size={isComment ? 18 : 24} state={stateOf(result)} isNamed />
      )}
      <span className="figures">{word}</span>
    </button>
  );
}

/** Of all networks together: what is going on, else what readers did. */
function Together({ post: { results, counts }, zone }: { readonly post: SentPost; readonly zone: string }) {
  const going = results.find(isUnderWay);
  if (going !== undefined) {
    const network = networkOf(going);
    const { nextTryAt, state } = going;
    const isLater = nextTryAt !== null && state !== "publishing";
    return (
      <div className={css.together}>
        {isLater ? words.slow({ network, time: printTime(nextTryAt, zone) }) : words.goingOut({ network })}
      </div>
    );
  }
  if (counts === null) return <div className={css.together}>{words.unread}</div>;
  return (
    <div className={css.together}>
      <Count Icon={IconHeart} count={counts.likes} label={words.likesOf({ count: counts.likes })} />
      <Count Icon={IconMessageCircle} count={counts.comments} label={words.commentsOf({ count: counts.comments })} />
      <Count Icon={IconRepeat} count={counts.shares} label={words.sharesOf({ count: counts.shares })} />
    </div>
  );
}

function Count({ Icon, count, label }: { readonly Icon: typeof IconHeart; readonly count: number; readonly label: string }) {
  return (
    <span className={css.count} role="img" aria-label={label}>
      <Icon size={15} aria-hidden />
      <span className="figures" aria-hidden>
        {printCount(count)}
      </span>
    </span>
  );
}
