import { Button } from "@mantine/core";
import { IconBell, IconHistory, IconWebhook } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { has, useBrand } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { Sections } from "../../parts/Section.tsx";
import { ArchivePanel } from "./ArchivePanel.tsx";
import { DeletePanel } from "./DeletePanel.tsx";
import { FeedPanel } from "./FeedPanel.tsx";
import { GeneralForm } from "./GeneralForm.tsx";
import { HandOverPanel } from "./HandOverPanel.tsx";
import { Invitations } from "./Invitations.tsx";
import { Members } from "./Members.tsx";
import { QueuePanel } from "./QueuePanel.tsx";
import { words } from "./words.ts";

/** What a brand is called, whether its queue runs, and who works on it. What a role may not do is not offered. */
export function BrandSettingsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  if (brand === null) return null;
  const isAdmin = has(brand, "admin");
  const isOwner = has(brand, "owner");
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <Button
          variant="default"
          leftSection={<IconBell size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/notifications" params={{ brandId }} {...props} />}
        >
          {words.notifications}
        </Button>
        {isAdmin && (
          <Button
            variant="default"
            leftSection={<IconWebhook size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/brands/$brandId/webhooks" params={{ brandId }} {...props} />}
          >
            {words.webhooks}
          </Button>
        )}
        {isAdmin && (
          <Button
            variant="default"
            leftSection={<IconHistory size={18} aria-hidden />}
            renderRoot={(props) => <Link to="/brands/$brandId/history" params={{ brandId }} {...props} />}
          >
            {words.history}
          </Button>
        )}
      </PageHead>
      <Sections>
        <GeneralForm key={brand.id} brand={brand} mayChange={isAdmin} />
        <QueuePanel brand={brand} mayChange={isAdmin} />
        <Members brand={brand} mayChange={isAdmin} />
        {isAdmin && <Invitations brand={brand} />}
        {isAdmin && <FeedPanel brand={brand} />}
        {isOwner && <ArchivePanel brand={brand} />}
        {isOwner && <HandOverPanel brand={brand} />}
        {isOwner && <DeletePanel brand={brand} />}
      </Sections>
    </>
  );
}
