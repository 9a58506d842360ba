import { Button } from "@mantine/core";
import type { Need } from "@rostrum/contract/private/needs.ts";
import { isObstacle } from "@rostrum/contract/reasons.ts";
import { IconCalendarX, IconClockX, IconKey, IconPlayerPause, IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, dataOf } from "../../api/client.ts";
import { has, useBrand } from "../../api/session.ts";
import { BrandLogo } from "../look/avatars.tsx";
import { networkName } from "../look/networks.ts";
import { StateMark } from "../look/StateMark.tsx";
import { didUndoable } from "../undo.ts";
import { useAct } from "../use-act.ts";
import css from "./needs.module.css";
import { sentencesOf, shortName } from "./sentences.ts";
import { words } from "./words.ts";

interface NeedRowProps {
  readonly need: Need;
  /** The most urgent one has the filled button. */
  readonly isFirst?: boolean;
  /** Whether the brand is shown: among several. */
  readonly showsBrand?: boolean;
}

/** What needs somebody, in a sentence, and the one button that leads to where it is mended. */
export function NeedRow({ need, isFirst = false, showsBrand = false }: NeedRowProps) {
  const brand = useBrand(need.brandId);
  const { title, text } = sentencesOf(need, brand?.timezone ?? "UTC");
  return (
    <li className={css.need}>
      {showsBrand && brand !== null ? <BrandLogo brand={brand} size={32} /> : <Mark kind={need.kind} />}
      <div className={css.text}>
        {showsBrand && <span className="unseen">{brand?.title}: </span>}
        <p className={css.title}>{title}</p>
        <p className={css.detail}>{text}</p>
      </div>
      <div className={css.actions}>
        <Action need={need} variant={isFirst ? "filled" : "default"} />
      </div>
    </li>
  );
}

const MARKS: Readonly<Record<Need["kind"], ReactNode>> = {
  FAILED: <StateMark state="failed" size={18} isNamed />,
  UNDECIDED: <StateMark state="failed" size={18} isNamed />,
  LOG_IN_ENDED: <IconKey size={18} stroke={1.75} />,
  LOG_IN_ENDS: <IconKey size={18} stroke={1.75} />,
  QUEUE_PAUSED: <IconPlayerPause size={18} stroke={1.75} />,
  NO_TIMES: <IconClockX size={18} stroke={1.75} />,
  NO_CHANNELS: <IconPlugConnectedX size={18} stroke={1.75} />,
  RUNS_DRY: <IconCalendarX size={18} stroke={1.75} />,
};

/** Whether it is red: something has not arrived, or nothing does. */
export function isUrgent(kind: Need["kind"]): boolean {
  return kind === "FAILED" || kind === "UNDECIDED" || kind === "LOG_IN_ENDED";
}

function Mark({ kind }: { readonly kind: Need["kind"] }) {
  return (
    <span
      className={css.mark}
      data-tone={isUrgent(kind) ? "fail" : kind === "RUNS_DRY" || kind === "LOG_IN_ENDS" ? "wait" : "plain"}
      aria-hidden
    >
      {MARKS[kind]}
    </span>
  );
}

type Variant = "filled" | "default";

function Action({ need, variant }: { readonly need: Need; readonly variant: Variant }) {
  const brand = useBrand(need.brandId);
  const params = { brandId: need.brandId };
  if (brand === null) return null;
  switch (need.kind) {
    case "FAILED":
    case "UNDECIDED":
      return <FailureActions need={need} variant={variant} mayWrite={has(brand, "editor")} />;
    case "LOG_IN_ENDED":
    case "LOG_IN_ENDS":
      return (
        <Button
          variant={variant}
          size="sm"
          renderRoot={(props) => <Link to="/brands/$brandId/channels" params={params} search={{ channel: need.channel.id }} {...props} />}
        >
          {words.logIn({ network: networkName(need.channel.type) })}
        </Button>
      );
    case "QUEUE_PAUSED":
      return (
        <Button variant={variant} size="sm" renderRoot={(props) => <Link to="/brands/$brandId/settings" params={params} {...props} />}>
          {words.resume}
        </Button>
      );
    case "NO_TIMES":
    case "NO_CHANNELS":
      return (
        <Button
          variant={variant}
          size="sm"
          renderRoot={(props) => (
            <Link
              to="/brands/$brandId/collections/$collectionId"
              params={{ ...params, collectionId: need.collection.id }}
              {...(need.kind === "NO_CHANNELS" && { search: { tab: "settings" } })}
              {...props}
            />
          )}
        >
          {need.kind === "NO_TIMES" ? words.chooseTimes : words.chooseChannels}
        </Button>
      );
    case "RUNS_DRY":
      if (!has(brand, "editor")) return null;
      return (
        <Button
          variant={variant}
          size="sm"
          renderRoot={(props) => (
            <Link to="/brands/$brandId/write" params={params} search={{ collection: need.collection.id }} {...props} />
          )}
        >
          {words.fill}
        </Button>
      );
  }
}

interface FailureActionsProps {
  readonly need: Extract<Need, { readonly kind: "FAILED" | "UNDECIDED" }>;
  readonly variant: Variant;
  readonly mayWrite: boolean;
}

function FailureActions({ need, variant, mayWrite }: FailureActionsProps) {
  const { brandId, postId, missed, kind } = need;
  const queries = useQueryClient();
  const changes = [["brand", brandId], ["home"]];
  // What is certain to fail again is mended where its post is.
  const repeatable = missed.filter(({ canTryAgain, reason }) => canTryAgain && (reason === null || !isObstacle(reason)));
  const again = useAct(() => Promise.all(repeatable.map(({ deliveryId }) => dataOf(api.tryDeliveryAgain({ deliveryId })))), {
    done: () => words.tryingAgain,
    changes,
  });
  const mark = async (left: boolean) => {
    const [first] = missed;
    if (first !== undefined) await dataOf(api.leaveFailure({ deliveryId: first.deliveryId, left }));
    // Said before the row goes: what is left to do then would go with it.
    if (left) didUndoable({ message: words.left({ post: shortName(need.post, postId) }), takeBack: () => mark(false) });
    await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const leave = useAct(() => mark(true), { changes: [] });
  return (
    <>
      {mayWrite && kind === "FAILED" && (
        <Button variant="subtle" color="gray" c="var(--text-2)" size="sm" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          {words.leave}
        </Button>
      )}
      {mayWrite && kind === "FAILED" && repeatable.length > 0 ? (
        <Button variant={variant} size="sm" loading={again.isPending} onClick={() => again.mutate(undefined)}>
          {words.tryAgain}
        </Button>
      ) : (
        <Button
          variant={variant}
          size="sm"
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ post: postId }} {...props} />}
        >
          {words.look}
        </Button>
      )}
    </>
  );
}
