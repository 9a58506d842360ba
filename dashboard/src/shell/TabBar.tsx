import { Menu } from "@mantine/core";
import { IconCalendar, IconDots, IconHome, IconLayoutDashboard, IconPlus, IconSend } from "@tabler/icons-react";
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
  return (
    <nav className={css.tabBar} aria-label={words.pages}>
      {inPath === null ? (
        <Link to="/" className={css.tab} activeOptions={{ exact: true }} aria-current={path === "/" ? "page" : undefined}>
          <IconHome size={22} stroke={1.75} aria-hidden />
          {words.home}
        </Link>
      ) : (
        <Link
          to="/brands/$brandId"
          params={params}
          activeOptions={{ exact: true }}
          className={css.tab}
          aria-current={here("/brands/$brandId")}
        >
          <IconLayoutDashboard size={22} stroke={1.75} aria-hidden />
          {words.places.overview}
        </Link>
      )}
      <Link
        to="/brands/$brandId/calendar"
        params={params}
        activeOptions={{ exact: true }}
        className={css.tab}
        aria-current={here("/brands/$brandId/calendar")}
      >
        <IconCalendar size={22} stroke={1.75} aria-hidden />
        {words.places.calendar}
      </Link>
      {has(brand, "editor") ? (
        <Link to="/brands/$brandId/write" params={params} className={css.tab} aria-label={words.write}>
          <span className={css.plus}>
            <IconPlus size={22} stroke={1.75} aria-hidden />
          </span>
        </Link>
      ) : inPath === null ? null : (
        <Link to="/" className={css.tab}>
          <IconHome size={22} stroke={1.75} aria-hidden />
          {words.home}
        </Link>
      )}
      <Link
        to="/brands/$brandId/published"
        params={params}
        activeOptions={{ exact: true }}
        className={css.tab}
        aria-current={here("/brands/$brandId/published")}
      >
        <IconSend size={22} stroke={1.75} aria-hidden />
        <Badge to="/brands/$brandId/published" brandId={brand.id} />
        {words.places.published}
      </Link>
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
