import { Button, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconPackageImport, IconPlus, IconSearch } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { homeQuery } from "../../api/needs.ts";
import { useSession } from "../../api/session.ts";
import { isDialogOpen } from "../../parts/dialogs.ts";
import { printLongDay } from "../../parts/moments.ts";
import { NeedsPanel } from "../../parts/needs/NeedsPanel.tsx";
import { printCount } from "../../parts/numbers.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { BrandRow } from "./BrandRow.tsx";
import { BringBrandDialog } from "./BringBrandDialog.tsx";
import css from "./home.module.css";
import { NewBrandDialog } from "./NewBrandDialog.tsx";
import { troublesFirst } from "./order.ts";
import { words } from "./words.ts";

/** Needs shown before somebody asks for all. */
const NEEDS_SHOWN = 8;
const WEEK_DAYS = 7;

/** All brands of the person: what leaves next in each, the coming two weeks, and what needs somebody. */
export function HomePage() {
  const { brands } = useSession();
  const { dialog } = useSearch({ from: "/" });
  const navigate = useNavigate({ from: "/" });
  const setDialog = (to: "brand" | "bring" | undefined) =>
    void navigate({ search: to === undefined ? {} : { dialog: to }, resetScroll: false });
  const buttons = (
    <>
      <Button variant="default" leftSection={<IconPackageImport size={16} stroke={1.75} aria-hidden />} onClick={() => setDialog("bring")}>
        {words.bring}
      </Button>
      <Button
        variant={brands.length === 0 ? "filled" : "default"}
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        onClick={() => (brands.length === 0 ? void navigate({ to: "/welcome" }) : setDialog("brand"))}
      >
        {brands.length === 0 ? words.firstBrand : words.newBrand}
      </Button>
    </>
  );
  return (
    <>
      {dialog === "brand" && <NewBrandDialog onClose={() => setDialog(undefined)} />}
      <BringBrandDialog isOpen={dialog === "bring"} onClose={() => setDialog(undefined)} />
      {brands.length === 0 ? (
        <PageHead title={words.title} lead={words.none}>
          {buttons}
        </PageHead>
      ) : (
        <Brands buttons={buttons} />
      )}
    </>
  );
}

function Brands({ buttons }: { readonly buttons: React.ReactNode }) {
  const session = useSession();
  const { brands, needs, arrived } = useSuspenseQuery(homeQuery).data;
  const [search, setSearch] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useHotkeys([["/", () => isDialogOpen() || field.current?.focus()]]);
  const known = new Map(session.brands.map((brand) => [brand.id, brand]));
  const wanted = search.trim().toLocaleLowerCase();
  const shown = troublesFirst(brands, needs).filter(({ id }) => known.get(id)?.title.toLocaleLowerCase().includes(wanted));
  const needsOf = Map.groupBy(needs, ({ brandId }) => brandId);
  const sum = (days: number, field: "posts" | "free") =>
    brands.reduce((all, brand) => brand.days.slice(0, days).reduce((own, day) => own + day[field], all), 0);
  const today = brands[0]?.days[0]?.day ?? "";
  return (
    <>
      <PageHead
        title={today === "" ? words.title : printLongDay(today)}
        lead={words.lead({ brands: brands.length, posts: sum(1, "posts") })}
      >
        <TextInput
          ref={field}
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          aria-keyshortcuts="/"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={
            <kbd className={`${css.key} keys`} aria-hidden>
              /
            </kbd>
          }
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {buttons}
      </PageHead>
      <div className={css.page}>
        <div className={css.list}>
          <div className={css.listHead} aria-hidden>
            <span>{words.brand}</span>
            <span>{words.nextPost}</span>
            <span>{words.twoWeeks}</span>
            <span>{words.state}</span>
          </div>
          <ul className={css.rows} aria-label={words.title}>
            {shown.map((summary) => {
              const brand = known.get(summary.id);
              return brand && <BrandRow key={brand.id} brand={brand} summary={summary} needs={needsOf.get(brand.id) ?? []} />;
            })}
          </ul>
          {shown.length === 0 && (
            <p className={css.nothing} role="status">
              {words.notFound}
            </p>
          )}
        </div>
        <aside className={css.needs}>
          {needs.length === 0 ? (
            <p className={css.nothing}>{words.allWell}</p>
          ) : (
            <NeedsPanel needs={needs} shown={NEEDS_SHOWN} showsBrand isNarrow />
          )}
          <dl className={css.numbers}>
            <div>
              <dd>{printCount(sum(WEEK_DAYS, "posts"))}</dd>
              <dt>{words.planned}</dt>
            </div>
            <div>
              <dd>{printCount(brands.reduce((all, { days }) => days.reduce((own, { free }) => own + free, all), 0))}</dd>
              <dt>{words.gapsLong}</dt>
            </div>
            <div>
              <dd>{arrived === null ? "–" : words.percent({ percent: printCount(Math.floor(arrived * 1000) / 10) })}</dd>
              <dt>{words.arrivedShare}</dt>
            </div>
          </dl>
        </aside>
      </div>
    </>
  );
}
