/** Three, two, one; then the time to look at the cards; then go. All by the server's clock. */
import { h, say } from "../dom.js";
import { number, t } from "../i18n.js";
import { signal } from "../signal.js";
import { announce } from "./page.js";

const COUNTDOWN_MS = 3000;
const GO_MS = 900;

/** @param {import("../race.js").LiveRace} live */
export function countdown(live) {
  const figure = h("strong", { class: "figure", "data-testid": "countdown" });
  const caption = h("span", { class: "caption", "data-testid": "countdown-caption" });
  const ring = h("span", { class: "gauge", "aria-hidden": "true" }, h("span", { class: "gauge-fill" }));
  const el = h("div", { class: "countdown", hidden: true, role: "status", "aria-atomic": "false" }, figure, caption, ring);
  const fill = /** @type {HTMLElement} */ (ring.firstElementChild);
  let phase = "";
  let since = 0;
  let whole = 0;
  let went = 0;

  function tick() {
    const { race } = live.state;
    if (!race) return;
    const now = live.clock.now();
    const start = race.starts_at ?? now;
    if (race.state !== phase) {
      if (phase === "study" && race.state === "running") went = now;
      phase = race.state;
      since = now;
      whole = Math.max(start - now, 1);
    }
    if (phase === "countdown") {
      // Without knowing how long the study is, the cards come three seconds after the countdown began.
      const cards = race.study_s === undefined ? Math.min(start, since + COUNTDOWN_MS) : start - race.study_s * 1000;
      show("big", number(Math.min(3, Math.max(1, Math.ceil((cards - now) / 1000)))), matchWords());
    } else if (phase === "study") {
      show("looking", number(Math.max(0, Math.ceil((start - now) / 1000))), t("countdown.study"));
      fill.style.transform = `scaleX(${Math.min(1, Math.max(0, (start - now) / whole))})`;
    } else if (went && now - went < GO_MS) show("go", t("countdown.go"), "");
    else el.hidden = true;
  }

  /** Which deal of a match comes now, and the points that one brings. */
  function matchWords() {
    const { race, you } = live.state;
    const match = race?.match;
    if (!match) return "";
    const place = match.number > 1 && you !== null ? match.ranks[you] : undefined;
    const said = { number: match.number, of: match.of };
    return place === undefined
      ? t("match.deal-of", said)
      : t("countdown.match", {
          deal: t("match.deal-of", said),
          points: t("match.your-points", { count: match.points[you ?? ""] ?? 0 }),
          place: t("place", { count: place }),
        });
  }

  /** @param {string} kind @param {string} big @param {string} small */
  function show(kind, big, small) {
    // Who listens is reading the cards meanwhile: how long there is for it is said once.
    if (el.dataset.kind !== kind && kind === "looking") announce(t("countdown.study-said", { count: Number(big) }));
    el.setAttribute("aria-live", kind === "looking" ? "off" : "polite");
    if (el.dataset.kind !== kind || figure.textContent !== big) {
      if (kind === "big") signal("count");
      if (kind === "go" && el.dataset.kind !== kind) signal("go");
    }
    el.hidden = false;
    el.dataset.kind = kind;
    say(figure, big);
    say(caption, small);
  }

  const timer = setInterval(tick, 100);
  tick();
  return { el, update: tick, destroy: () => clearInterval(timer) };
}
