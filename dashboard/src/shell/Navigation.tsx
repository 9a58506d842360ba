import { useHotkeys } from "@mantine/hooks";
import { IconHome, IconPencilPlus } from "@tabler/icons-react";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { has, useSession } from "../api/session.ts";
import { isDialogOpen } from "../parts/dialogs.ts";
import { BrandLogo } from "../parts/look/avatars.tsx";
import { Badge } from "./Badge.tsx";
import { Bell } from "./Bell.tsx";
import { BrandSwitch } from "./BrandSwitch.tsx";
import { useBrandInPath } from "./brand-in-path.ts";
import { Mark, Wordmark } from "./Mark.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { type BrandPlace, DAILY_PLACES, isAt, isFor, SET_UP_PLACES } from "./places.ts";
import { SearchButton } from "./search/SearchButton.tsx";
import css from "./shell.module.css";
import { words } from "./words.ts";

/** As many brands as stand beside the list of all: the switch has the others. */
const BRANDS_MAX = 12;

/** The pages of the brand in order of use, or the brands; the person below. */
export function Navigation({ isRail }: { readonly isRail: boolean }) {
  const { brands } = useSession();
  const brand = useBrandInPath();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav className={css.nav} aria-label={words.pages}>
      <Link to="/" className={css.logo} aria-label="Rostrum" title={words.allBrands}>
        <Mark />
        <span className={css.word}>
          <Wordmark />
        </span>
      </Link>
      <BrandSwitch />
      <WriteLink isRail={isRail} />
      {brand === null ? (
        <>
          <Link to="/" className={css.link} activeOptions={{ exact: true }}>
            <IconHome size={18} stroke={1.75} aria-hidden />
            <span className={css.label}>{words.home}</span>
          </Link>
          {brands.length > 0 && <span className={css.caption}>{words.brands}</span>}
          {brands.slice(0, BRANDS_MAX).map((one) => (
            <Link key={one.id} to="/brands/$brandId" params={{ brandId: one.id }} className={css.link}>
              <BrandLogo brand={one} size={20} />
              <span className={css.clip}>{one.title}</span>
            </Link>
          ))}
        </>
      ) : (
        <>
          {DAILY_PLACES.map((place) => (
            <PlaceLink key={place.to} place={place} brandId={brand.id} path={path} isRail={isRail} />
          ))}
          <span className={css.gapLine} />
          <span className={css.caption}>{words.setUp}</span>
          {SET_UP_PLACES.filter((place) => isFor(brand, place)).map((place) => (
            <PlaceLink key={place.to} place={place} brandId={brand.id} path={path} isRail={isRail} />
          ))}
        </>
      )}
      <div className={css.foot}>
        <PersonMenu />
        <SearchButton />
        <Bell />
      </div>
    </nav>
  );
}

interface PlaceLinkProps {
  readonly place: BrandPlace;
  readonly brandId: number;
  readonly path: string;
  readonly isRail: boolean;
}

function PlaceLink({ place: { to, label, Icon }, brandId, path, isRail }: PlaceLinkProps) {
  const isHere = isAt(path, to.replace("$brandId", String(brandId)));
  return (
    <Link
      to={to}
      params={{ brandId }}
      activeOptions={{ exact: true }}
      className={css.link}
      aria-current={isHere ? "page" : undefined}
      {...(isRail && { title: label })}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      <span className={css.label}>{label}</span>
      <Badge to={to} brandId={brandId} />
    </Link>
  );
}

/** Writes in the brand of the page, or in the one that was last used. The key C does the same. */
function WriteLink({ isRail }: { readonly isRail: boolean }) {
  const { brands } = useSession();
  const brand = useBrandInPath();
  const navigate = useNavigate();
  const mayWrite = brand === null ? brands.some((one) => has(one, "editor")) : has(brand, "editor");
  const write = () => {
    if (!mayWrite || isDialogOpen()) return;
    void (brand === null ? navigate({ to: "/write" }) : navigate({ to: "/brands/$brandId/write", params: { brandId: brand.id } }));
  };
  useHotkeys([["C", write]]);
  if (!mayWrite) return null;
  const content = (
    <>
      <IconPencilPlus size={18} stroke={1.75} aria-hidden />
      <span className={css.label}>{words.write}</span>
      <kbd className={css.key} aria-hidden>
        C
      </kbd>
    </>
  );
  const title = isRail ? { title: words.write } : {};
  return brand === null ? (
    <Link to="/write" className={css.write} aria-keyshortcuts="C" {...title}>
      {content}
    </Link>
  ) : (
    <Link to="/brands/$brandId/write" params={{ brandId: brand.id }} className={css.write} aria-keyshortcuts="C" {...title}>
      {content}
    </Link>
  );
}
