/**
 * Top-level domains under which a bare name counts as a link. Those that are also file extensions or words (`md`, `py`,
 * `rs`, `sh`, `zip`, `mov`, `so`, `is`) are left out: such a link needs `https://`.
 */
const GENERIC =
  "com org net edu gov mil int info biz name pro mobi coop museum aero jobs travel cat asia tel post app dev page blog shop store site " +
  "online tech club xyz cloud live news media studio design art music film games game social network world today life love team work " +
  "agency digital email group company center care health fit yoga bio organic farm garden flowers coffee pizza restaurant bar cafe " +
  "kitchen recipes wine beer menu catering bakery boutique fashion jewelry photo photos photography gallery camera video events " +
  "tickets party wedding gifts toys kids school academy education college university courses training church foundation charity " +
  "house homes realestate properties rent estate build construction repair tools supply parts auto cars bike taxi flights holiday " +
  "hotel tours voyage vacations berlin hamburg koeln cologne bayern wien london paris nyc tokyo amsterdam brussels madrid barcelona " +
  "sydney melbourne vegas boston miami eus gal scot wales africa swiss bank money finance fund capital tax legal law attorney dental " +
  "doctor clinic vet pet dog fish horse ski golf soccer football run link click space website press report science systems solutions " +
  "services support software codes domains host hosting zone plus one top vip best sale deals discount market marketing trade";

/** Country domains in common use. */
const COUNTRIES =
  "ac ae af ag ai al am ao ar at au az ba bb bd be bg bh bo br bs bw by bz ca cd cg ch ci cl cm cn co cr cu cy cz de dk do dz ec ee eg " +
  "es et eu fi fj fm fo fr ga gd ge gg gh gi gl gr gt gy hk hn hr ht hu id ie il im in io iq ir it je jm jo jp ke kg kh kr kw kz la lb " +
  "li lk lt lu lv ly ma mc me mg mk mm mn mo mt mu mv mw mx my mz na ng ni nl no np nu nz om pa pe ph pk pl pr pt qa re ro ru rw " +
  "sa sc sd se sg si sk sl sm sn sv sy tc tg th tj tm tn to tr tt tv tw tz ua ug uk us uy uz vc ve vg vi vn vu ws za zm zw";

const KNOWN = new Set(`${GENERIC} ${COUNTRIES}`.split(" "));

export function isKnownTopLevelDomain(name: string): boolean {
  return KNOWN.has(name.toLowerCase());
}
