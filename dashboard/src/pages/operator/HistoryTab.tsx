import { Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ownZone } from "../../parts/moments.ts";
import { Entries } from "../history/Entries.tsx";
import { GROUPS } from "../history/search.ts";
import { words } from "../history/words.ts";
import { usersQuery } from "./queries.ts";

/** Who did what in the whole service. */
export function HistoryTab() {
  const { tab, ...search } = useSearch({ from: "/operator" });
  const navigate = useNavigate({ from: "/operator" });
  const people = useSuspenseQuery(usersQuery).data;
  return (
    <Stack>
      <Text c="dimmed">{words.operatorLead}</Text>
      <Entries
        brandId={null}
        zone={ownZone()}
        search={search}
        groups={GROUPS}
        people={people}
        onChange={(next) => void navigate({ search: { tab, ...next } })}
      />
    </Stack>
  );
}
