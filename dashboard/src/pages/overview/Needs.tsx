import { Button } from "@mantine/core";
import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { Link } from "@tanstack/react-router";
import { has, useBrand } from "../../api/session.ts";
import { networkName } from "../../parts/look/networks.ts";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { StateMark } from "../../parts/look/StateMark.tsx";
import { printLocal } from "../../parts/moments.ts";
import { NeedsPanel } from "../../parts/needs/NeedsPanel.tsx";
import needsCss from "../../parts/needs/needs.module.css";
import { joinNames, reasonsOf, shortName } from "../../parts/needs/sentences.ts";
import css from "./overview.module.css";
import { refusalsOf } from "./week.ts";
import { words } from "./words.ts";

/** Rows shown before somebody asks for all. */
const SHOWN_MAX = 5;

interface NeedsProps {
  readonly brandId: number;
  readonly needs: readonly Need[];
  /** What will leave and not arrive everywhere. */
  readonly refused: readonly CalendarEntry[];
  readonly next: { readonly local: string } | null;
}

/** What needs somebody, also what will certainly not arrive in the coming week; or that all is well. */
export function Needs({ brandId, needs, refused: all, next }: NeedsProps) {
  const refused = all.slice(0, SHOWN_MAX);
  if (needs.length + refused.length === 0) {
    return (
      <p className={css.well} role="status">
        <StateMark state="sent" size={18} isNamed />
        {next === null ? words.nothingPlanned : words.next({ when: printLocal(next.local) })}
      </p>
    );
  }
  return (
    <div className={css.card}>
      <NeedsPanel
        needs={needs}
        shown={SHOWN_MAX}
        moreCount={refused.length}
        more={refused.map((entry) => <RefusedRow key={entry.key} brandId={brandId} entry={entry} />)}
      />
    </div>
  );
}

/** A post that will leave, and not arrive everywhere. */
function RefusedRow({ brandId, entry }: { readonly brandId: number; readonly entry: CalendarEntry }) {
  const brand = useBrand(brandId);
  const { post, postId, local, picture } = entry;
  const refusals = refusalsOf(entry);
  const names = refusals.map(({ type, name }) => (type === null ? (name ?? "") : networkName(type)));
  return (
    <li className={needsCss.need}>
      <span className={css.thumb}>
        <PostThumb picture={picture} size={32} />
      </span>
      <div className={needsCss.text}>
        <p className={needsCss.title}>{words.willFail({ post: shortName(post, postId), networks: joinNames(names) })}</p>
        <p className={needsCss.detail}>
          {printLocal(local)}. {reasonsOf(refusals).join(" ")}
        </p>
      </div>
      {postId !== null && brand !== null && has(brand, "editor") && (
        <div className={needsCss.actions}>
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => <Link to="/brands/$brandId/posts/$postId/edit" params={{ brandId, postId }} {...props} />}
          >
            {words.fix}
          </Button>
        </div>
      )}
    </li>
  );
}
