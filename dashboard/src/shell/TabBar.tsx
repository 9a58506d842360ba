import { Menu } from "@mantine/core";
import { IconDots, IconHome, IconPlus } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { has, useSession } from "../api/session.ts";
import { lastBrand } from "../share/last-used.ts";
import { Badge } from "./Badge.tsx";
import { useBrandInPath } from "./brand-in-path.ts";
import { type BrandPlace, DAILY_PLACES, isAt, isFor, SET_UP_PLACES } from "./places.ts";
import css from "./shell.module.css";
import { words } from "./words.ts";

/** The tabs' own places; the others are behind the last tab. */
const TABS: readonly string[] = ["/brands/$brandId", "/brands/$brandId/calendar", "/brands/$brandId/published"];
const [OVERVIEW, CALENDAR, PUBLISHED] = DAILY_PLACES.filter(({ to }) => TABS.includes(to));

/** On the phone, below the page: the pages that people use most, and the way to write in the middle. Pages about no brand have the last one's. */
export function TabBar() {
  const inPath = useBrandInPath();
  const { brands } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const brand = inPath ?? lastBrand(localStorage, brands);
  if (brand === null) return null;
  const params = { brandId: brand.id };
  const here = (to: string) => (isAt(path, to.replace("$brandId", String(brand.id))) ? ("page" as const) : undefined);
  const others: readonly BrandPlace[] = [...DAILY_PLACES, ...SET_UP_PLACES].filter(
    (place) => !TABS.includes(place.to) && isFor(brand, place),
  );
  const tab = (place: BrandPlace | undefined) =>
    place !== undefined && (
      <Link to={place.to} params={params} activeOptions={{ exact: true }} className={css.tab} aria-current={here(place.to)}>
        <place.Icon size={22} stroke={1.75} aria-hidden />
        <Badge to={place.to} brandId={brand.id} />
        {place.label}
      </Link>
    );
  const home = (
    <Link to="/" activeOptions={{ exact: true }} className={css.tab} aria-current={path === "/" ? "page" : undefined}>
      <IconHome size={22} stroke={1.75} aria-hidden />
      {words.home}
    </Link>
  );
  return (
    <nav className={css.tabBar} aria-label={words.pages}>
      {inPath === null ? home : tab(OVERVIEW)}
      {tab(CALENDAR)}
      {has(brand, "editor") ? (
        <Link to="/brands/$brandId/write" params={params} className={css.tab} aria-label={words.write}>
          <span className={css.plus}>
            <IconPlus size={22} stroke={1.75} aria-hidden />
          </span>
        </Link>
      ) : (
        inPath !== null && home
      )}
      {tab(PUBLISHED)}
      <Menu position="top-end" width={240}>
        <Menu.Target>
          <button type="button" className={css.tab} aria-current={others.some(({ to }) => here(to)) ? "page" : undefined}>
            <IconDots size={22} stroke={1.75} aria-hidden />
            {words.more}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(({ to, label, Icon }) => (
            <Menu.Item
              key={to}
              mih={48}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              renderRoot={(props) => <Link to={to} params={params} {...props} />}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  );
}
