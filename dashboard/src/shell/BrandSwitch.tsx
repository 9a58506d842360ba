import { Menu } from "@mantine/core";
import { IconHome, IconPackageImport, IconPlus, IconSelector } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useSession } from "../api/session.ts";
import { BrandLogo } from "../parts/look/avatars.tsx";
import { useBrandInPath } from "./brand-in-path.ts";
import { Mark } from "./Mark.tsx";
import css from "./shell.module.css";
import { words } from "./words.ts";

/** Which brand the page is about, and the way to the same page of another one. */
export function BrandSwitch() {
  const { brands } = useSession();
  const current = useBrandInPath();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <button type="button" className={css.brandSwitch}>
          {current === null ? <Mark size={28} /> : <BrandLogo brand={current} />}
          <span className="unseen">{words.switchBrand({ brand: current?.title ?? words.allBrands })}</span>
          <span className={css.clip} aria-hidden>
            {current?.title ?? words.allBrands}
          </span>
          <IconSelector size={16} stroke={1.75} className={css.chevron} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: "auto" }}>
        <Menu.Item leftSection={<IconHome size={18} stroke={1.75} aria-hidden />} renderRoot={(props) => <Link to="/" {...props} />}>
          {words.allBrands}
        </Menu.Item>
        {brands.length > 0 && <Menu.Divider />}
        {brands.length > 0 && <Menu.Label>{words.brands}</Menu.Label>}
        {brands.map((brand) => (
          <Menu.Item
            key={brand.id}
            leftSection={<BrandLogo brand={brand} size={22} />}
            renderRoot={(props) => <Link to={samePage(path, brand.id)} {...props} />}
          >
            {brand.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} renderRoot={(props) => <Link to="/welcome" {...props} />}>
          {words.newBrand}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPackageImport size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/" search={{ dialog: "bring" }} {...props} />}
        >
          {words.importBrand}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The page of another brand that is like this one; its overview, if the page is about one thing of this brand. */
function samePage(path: string, brandId: number): string {
  const page = /^\/brands\/\d+\/([a-z-]+)$/.exec(path)?.[1];
  return page === undefined ? `/brands/${brandId}` : `/brands/${brandId}/${page}`;
}
