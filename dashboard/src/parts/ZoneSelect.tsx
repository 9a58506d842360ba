import { Select, type SelectProps } from "@mantine/core";
import { zonesWith } from "./zones.ts";

type ZoneSelectProps = Omit<SelectProps, "data" | "searchable" | "nothingFoundMessage" | "limit">;

/** An IANA time zone, found by typing a part of its name. */
export function ZoneSelect(props: ZoneSelectProps) {
  return (
    <Select
      {...props}
      searchable
      limit={100}
      nothingFoundMessage="No zone has this name. Try the nearest big city."
      data={zonesWith(props.value ?? null)}
    />
  );
}
