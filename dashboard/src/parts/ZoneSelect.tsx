import { Select, type SelectProps } from "@mantine/core";
import { words } from "./words.ts";
import { zonesWith } from "./zones.ts";

type ZoneSelectProps = Omit<SelectProps, "data" | "searchable" | "nothingFoundMessage" | "limit">;

/** An IANA time zone, found by typing a part of its name. */
export function ZoneSelect(props: ZoneSelectProps) {
  return <Select {...props} searchable limit={100} nothingFoundMessage={words.noZone} data={zonesWith(props.value ?? null)} />;
}
