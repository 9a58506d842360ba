import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useBrand } from "../../api/session.ts";
import { BackToSettings } from "../../parts/BackToSettings.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Sections } from "../../parts/Section.tsx";
import { ChatPanel } from "./ChatPanel.tsx";
import { ChoicePanel } from "./ChoicePanel.tsx";
import { notificationsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What somebody is told of a brand, and how: for themselves alone, whatever their role. */
export function NotificationsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  const known = useSuspenseQuery(notificationsQuery(brandId)).data;
  if (brand === null) return null;
  return (
    <>
      <PageHead title={words.title} lead={words.lead({ brand: brand.title })}>
        <BackToSettings brandId={brandId} />
      </PageHead>
      <Sections>
        <ChoicePanel key={brandId} brandId={brandId} known={known} />
        <ChatPanel key={`chat ${brandId}`} brandId={brandId} chatTarget={known.chatTarget} />
      </Sections>
    </>
  );
}
