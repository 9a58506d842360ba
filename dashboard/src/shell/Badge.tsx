import { useQuery } from "@tanstack/react-query";
import { needsQuery } from "../api/needs.ts";
import css from "./shell.module.css";
import { words } from "./words.ts";

/** How many posts failed and how many log-ins are missing, beside the pages where that is mended: red and amber. */
export function Badge({ to, brandId }: { readonly to: string; readonly brandId: number }) {
  const needs = useQuery(needsQuery(brandId)).data ?? [];
  const isFailures = to.endsWith("/published");
  if (!isFailures && !to.endsWith("/channels")) return null;
  const kinds = isFailures ? ["FAILED", "UNDECIDED"] : ["LOG_IN_ENDED", "LOG_IN_ENDS"];
  const count = needs.filter(({ kind }) => kinds.includes(kind)).length;
  if (count === 0) return null;
  return (
    <span className={css.end}>
      <span className={css.badge} data-kind={isFailures ? undefined : "waiting"}>
        <span aria-hidden>{count}</span>
        <span className="unseen">{isFailures ? words.failedPosts({ count }) : words.missingLogIns({ count })}</span>
      </span>
    </span>
  );
}
