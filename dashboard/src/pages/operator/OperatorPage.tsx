import { Tabs, Text } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { HistoryTab } from "./HistoryTab.tsx";
import { NetworksTab } from "./NetworksTab.tsx";
import { PeopleTab } from "./PeopleTab.tsx";
import { ServiceTab } from "./ServiceTab.tsx";
import { TABS, type TabName } from "./tabs.ts";
import { words } from "./words.ts";

const PANELS: Readonly<Record<TabName, () => React.ReactNode>> = {
  service: ServiceTab,
  networks: NetworksTab,
  people: PeopleTab,
  history: HistoryTab,
};

/** For whoever runs the service. */
export function OperatorPage() {
  const { user } = useSession();
  const { tab } = useSearch({ from: "/operator" });
  const navigate = useNavigate({ from: "/operator" });
  if (!user.isOperator) {
    return (
      <>
        <PageHead title={words.title} />
        <Text>{words.onlyOperator}</Text>
      </>
    );
  }
  const Panel = PANELS[tab];
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: TABS.find((name) => name === next) ?? "service" } })}>
        <Tabs.List mb="lg">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {words.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Panel />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
