import { Button } from "@mantine/core";
import { IconCalendar, IconPencilPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { needsQuery } from "../../api/needs.ts";
import { has, useBrand } from "../../api/session.ts";
import { BrandLogo } from "../../parts/look/avatars.tsx";
import { ownZone, printLongDay } from "../../parts/moments.ts";
import { DemoPanel } from "./DemoPanel.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import { Needs } from "./Needs.tsx";
import { Numbers } from "./Numbers.tsx";
import css from "./overview.module.css";
import { overviewQuery, weekQuery } from "./queries.ts";
import { Results } from "./Results.tsx";
import { Week } from "./Week.tsx";
import { words } from "./words.ts";

/** A brand at a glance: numbers, what needs somebody, the coming week, and how the last posts did. */
export function OverviewPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const overview = useSuspenseQuery(overviewQuery(brandId)).data;
  const today = overview.days[0]?.day ?? "";
  const week = useSuspenseQuery(weekQuery(brandId, { day: today, zone })).data;
  const needs = useSuspenseQuery(needsQuery(brandId)).data;
  useEffect(() => {
    document.title = `${words.title} · Rostrum`;
  }, []);
  if (brand === null) return null;
  const { channels, collections } = overview;
  return (
    <>
      <header className={css.head}>
        <BrandLogo brand={brand} size={44} />
        <div className={css.headText}>
          <h1>{brand.title}</h1>
          <p>
            {words.lead({ day: printLongDay(today), channels, collections })} {zone !== ownZone() && words.leadZone({ zone })}
          </p>
        </div>
        <div className={css.headActions}>
          <Button
            variant="default"
            leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link to="/brands/$brandId/calendar" params={{ brandId }} {...props} />}
          >
            {words.calendar}
          </Button>
          {has(brand, "editor") && (
            <Button
              variant="default"
              leftSection={<IconPencilPlus size={16} stroke={1.75} aria-hidden />}
              renderRoot={(props) => <Link to="/brands/$brandId/write" params={{ brandId }} {...props} />}
            >
              {words.write}
            </Button>
          )}
        </div>
      </header>
      <div className={css.page}>
        <Numbers brandId={brandId} overview={overview} freeSlots={week.freeSlots} />
        <Needs brandId={brandId} needs={needs} refused={week.refused} next={overview.next} />
        <FirstSteps brandId={brandId} />
        <Week brand={brand} days={overview.days.map(({ day }) => day)} week={week} />
        <Results brandId={brandId} results={overview.results} />
        <DemoPanel brandId={brandId} />
      </div>
    </>
  );
}
