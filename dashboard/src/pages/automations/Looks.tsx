import { Loader, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { runsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** When an automation looked at its feed, and what came of it. */
export function Looks({ brandId, zone, automationId }: { readonly brandId: number; readonly zone: string; readonly automationId: number }) {
  const { data: runs, error } = useQuery(runsQuery(brandId, automationId));
  const { history } = words;
  if (error !== null && runs === undefined) return <Text role="alert">{error.message}</Text>;
  if (runs === undefined) return <Loader aria-label={words.looks} />;
  if (runs.length === 0) return <Text>{history.none}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {history.lead({ zone })}
      </Text>
      <Rows label={words.looks}>
        {runs.map(({ endedAt, posts, problem }) => (
          <Row key={endedAt} title={problem ?? (posts === 0 ? history.nothing : words.made({ posts }))}>
            {printMoment(endedAt, zone)}
          </Row>
        ))}
      </Rows>
    </Stack>
  );
}
