import type { LastResult } from "@rostrum/contract/private/home.ts";
import { IconAlignLeft, IconHeart, IconMessageCircle, IconRepeat } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { NetworkDiscs } from "../../parts/look/NetworkDisc.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printLocal } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import css from "./overview.module.css";
import { words } from "./words.ts";

/** The last posts that reached a network, with what readers did. */
export function Results({ brandId, results }: { readonly brandId: number; readonly results: readonly LastResult[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={css.sectionHead} data-bare>
        <h2 id={id}>{words.results}</h2>
        <Link to="/brands/$brandId/published" params={{ brandId }} className={css.sectionLink}>
          {words.all}
        </Link>
      </div>
      {results.length === 0 && <p className={css.sectionLead}>{words.noResults}</p>}
      <div className={css.results}>
        {results.map((result) => (
          <ResultCard key={`${result.postId} ${result.at}`} brandId={brandId} result={result} />
        ))}
      </div>
    </section>
  );
}

function ResultCard({ brandId, result }: { readonly brandId: number; readonly result: LastResult }) {
  const { postId, post, picture, local, networks, failed, likes, comments, shares } = result;
  const figures = [
    { Icon: IconHeart, count: likes, label: words.likes({ count: likes }) },
    { Icon: IconMessageCircle, count: comments, label: words.comments({ count: comments }) },
    { Icon: IconRepeat, count: shares, label: words.shares({ count: shares }) },
  ];
  return (
    <Link
      to="/brands/$brandId/published"
      params={{ brandId }}
      {...(postId !== null && { search: { post: postId } })}
      className={css.result}
    >
      <span className={css.resultPicture}>
        {picture === null ? <IconAlignLeft size={26} stroke={1.5} aria-hidden /> : <img src={picture.thumbnailUrl} alt="" loading="lazy" />}
      </span>
      <span className={css.resultBody}>
        <span className={css.resultTime}>
          <StateMark state={failed > 0 ? "failed" : "sent"} /> {printLocal(local)}
          <NetworkDiscs types={networks} size={15} max={3} />
        </span>
        <span className={css.resultText}>{post}</span>
        <span className={css.resultFigures}>
          {figures.map(({ Icon, count, label }) => (
            <span key={label}>
              <Icon size={15} stroke={1.75} aria-hidden />
              <span aria-hidden>{printCount(count)}</span>
              <span className="unseen">{label}</span>
            </span>
          ))}
        </span>
      </span>
    </Link>
  );
}
