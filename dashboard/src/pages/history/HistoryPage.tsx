import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { has, useBrand } from "../../api/session.ts";
import { BackToSettings } from "../../parts/BackToSettings.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { membersQuery } from "../brand-settings/queries.ts";
import { Entries } from "./Entries.tsx";
import { BRAND_GROUPS } from "./search.ts";
import { words } from "./words.ts";

/** Who did what in a brand, for its admins. */
export function HistoryPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  if (brand === null) return null;
  const zone = brand.timezone ?? "UTC";
  return (
    <>
      <PageHead title={words.title} lead={words.lead({ zone })}>
        <BackToSettings brandId={brandId} />
      </PageHead>
      {has(brand, "admin") ? <BrandEntries brandId={brandId} zone={zone} /> : <Text>{words.onlyAdmins}</Text>}
    </>
  );
}

function BrandEntries({ brandId, zone }: { readonly brandId: number; readonly zone: string }) {
  const search = useSearch({ from: "/brands/$brandId/history" });
  const navigate = useNavigate();
  const people = useSuspenseQuery(membersQuery(brandId)).data;
  return (
    <Entries
      brandId={brandId}
      zone={zone}
      search={search}
      groups={BRAND_GROUPS}
      people={people}
      onChange={(next) => void navigate({ to: "/brands/$brandId/history", params: { brandId }, search: next })}
    />
  );
}
