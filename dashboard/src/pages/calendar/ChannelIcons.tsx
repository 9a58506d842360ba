import type { CalendarChannel } from "@rostrum/contract/private/calendar.ts";
import { NetworkIcon } from "../../parts/NetworkIcon.tsx";
import classes from "./calendar.module.css";

const SHOWN_MAX = 4;

/** The networks of a post, each once; their names are in the label of what they belong to. */
export function ChannelIcons({ channels }: { readonly channels: readonly Pick<CalendarChannel, "type">[] }) {
  const types = [...new Set(channels.flatMap(({ type }) => type ?? []))];
  return (
    <span className={classes.icons} aria-hidden>
      {types.slice(0, SHOWN_MAX).map((type) => (
        <NetworkIcon key={type} type={type} size={14} stroke={2} />
      ))}
      {types.length > SHOWN_MAX && <span>+{types.length - SHOWN_MAX}</span>}
    </span>
  );
}
