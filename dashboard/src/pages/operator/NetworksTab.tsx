import { useSuspenseQuery } from "@tanstack/react-query";
import { Rows } from "../../parts/Rows.tsx";
import { NetworkRow } from "./NetworkRow.tsx";
import { networksQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The applications registered at each network, and what it may cost. */
export function NetworksTab() {
  const networks = useSuspenseQuery(networksQuery).data;
  return (
    <Rows label={words.tabs.networks}>
      {networks.map((network) => (
        <NetworkRow key={network.type} network={network} />
      ))}
    </Rows>
  );
}
