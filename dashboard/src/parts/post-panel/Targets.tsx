import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { NetworkDisc } from "../look/NetworkDisc.tsx";
import { networkName } from "../look/networks.ts";
import { StateMark } from "../look/StateMark.tsx";
import css from "./panel.module.css";
import type { PanelPost, PanelStory } from "./queries.ts";
import { targetsOf } from "./targets.ts";
import { words } from "./words.ts";

/** Where the post went; before it leaves, only where it will not arrive, and why. */
export function Targets({ brandId, post, story }: { readonly brandId: number; readonly post: PanelPost; readonly story: PanelStory }) {
  const hasLeft = story.deliveries.length > 0;
  const targets = targetsOf(story).filter(({ sentence }) => hasLeft || sentence !== null);
  if (targets.length === 0) return null;
  return (
    <section aria-labelledby="targets">
      <div className={css.targetsHead}>
        <h3 id="targets">{hasLeft ? words.went : words.obstacles}</h3>
        {hasLeft && (
          <Anchor
            renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ post: post.id }} {...props} />}
          >
            {words.happened}
          </Anchor>
        )}
      </div>
      <ul className={css.targets}>
        {targets.map(({ key, name, type, state, sentence, url }) => (
          <li key={key}>
            <NetworkDisc type={type} size={24} />
            <span className={css.target}>
              <b>{name}</b>
              {sentence !== null && <span className={state === "failed" ? css.problem : undefined}>{sentence}</span>}
              {url !== null && (
                <a href={url} target="_blank" rel="noreferrer">
                  {words.see({ network: networkName(type) })}
                </a>
              )}
            </span>
            <StateMark state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
