import { Bell } from "./Bell.tsx";
import { BrandSwitch } from "./BrandSwitch.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { SearchButton } from "./search/SearchButton.tsx";
import css from "./shell.module.css";

/** On the phone, above the page: the brand and the person. */
export function PhoneBar() {
  return (
    <header className={css.phoneBar}>
      <BrandSwitch />
      <SearchButton />
      <Bell />
      <PersonMenu />
    </header>
  );
}
