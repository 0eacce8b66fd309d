/**
 * The line above the table: the time left and what will end the race, one's own cards, place and gap to the next, and how
 * the connection stands.
 */
import { fill, h, say } from "../dom.js";
import { clock, number, parts, t } from "../i18n.js";
import { signal } from "../signal.js";
import { endingOf, gapOf } from "../standing.js";
import { seatOf } from "../state.js";
import { announce } from "./page.js";
import { gapWords, shortDeal } from "./words.js";

/** Without a limit an hour ends everything all the same; that is not worth showing before it is as near as this. */
const FAR_MS = 15 * 60_000;
/** From here on the time left is urgent. */
const URGENT_MS = 60_000;
/** So much is left when that is said aloud. */
const SAID_MS = [60_000, 30_000, 10_000];
/** The last seconds may be heard. */
const TICKING_MS = 10_000;

/** @param {import("../race.js").LiveRace} live */
export function bar(live) {
  const time = h("b", { class: "time", role: "timer", "aria-label": t("bar.time"), "data-testid": "clock" });
  const left = h("b", { class: "left", "data-testid": "time-left" });
  const ends = h("small", { class: "ends", "data-testid": "what-ends" });
  const score = h("span", { class: "cell own-score", "data-testid": "own-score" });
  const place = h("b", { class: "own-place", "data-testid": "own-place" });
  const gap = h("small", { class: "gap", "data-testid": "own-gap" });
  const deal = h("span", { class: "deal-number", "data-testid": "deal-number" });
  const link = h("span", { class: "connection", role: "status", "data-testid": "connection" });
  const elapsed = h("span", { class: "cell elapsed" }, time, h("small", {}, t("bar.played")));
  const remaining = h("span", { class: "cell remaining" }, left, ends);
  const standing = h("span", { class: "cell standing" }, place, gap);
  const spent = h("span", { class: "spent", "aria-hidden": "true" });
  const el = h(
    "header",
    { class: "bar" },
    h(
      "a",
      { class: "home", href: "/", "aria-label": t("app.home"), "data-testid": "home" },
      h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }),
    ),
    remaining,
    elapsed,
    score,
    deal,
    standing,
    spent,
    link,
  );
  const timer = setInterval(tick, 200);
  let ticked = 0;
  let restBefore = 0;

  function tick() {
    const { race, own } = live.state;
    if (!race) return;
    const now = live.clock.now();
    const seat = seatOf(live.state);
    const started = race.starts_at ?? now;
    const going = race.state === "running" && (seat ? seat.status === "playing" : true);
    elapsed.hidden = race.state === "finished" && !own;
    say(time, clock(going ? now - started : (own?.base.t_ms ?? 0)));
    const before = race.state === "countdown" || race.state === "study";
    const rest = race.ends_at === null || race.state === "finished" ? null : race.ends_at - (before ? started : now);
    const ending = endingOf(race);
    const shown = rest !== null && (ending !== null || rest < FAR_MS);
    remaining.hidden = !shown;
    el.classList.toggle("limited", shown);
    spent.hidden = !shown;
    if (!shown) return;
    say(left, clock(Math.max(rest, 0) + (before ? 0 : 999)));
    const winner = ending?.winner;
    if (winner) say(ends, winner === seat ? t("ends.you-won") : t("ends.won", { name: winner.name }));
    else say(ends, t(`ends.${ending?.by ?? "hour"}`));
    el.classList.toggle("urgent", rest < URGENT_MS);
    el.classList.toggle("closing", Boolean(race.closing));
    const whole = Math.max((race.ends_at ?? now) - started, 1);
    spent.style.setProperty("--part", String(Math.min(Math.max(1 - rest / whole, 0), 1)));
    const second = Math.ceil(rest / 1000);
    if (going && rest < TICKING_MS && rest > 0 && second !== ticked) signal("tick");
    ticked = second;
    const passed = SAID_MS.find((mark) => rest <= mark && mark < restBefore);
    if (seat && going && passed) announce(t("said.left", { time: clock(passed) }));
    restBefore = rest;
  }

  function update() {
    const { race, own } = live.state;
    const seat = seatOf(live.state);
    const cards = own?.base.score ?? seat?.score;
    if (cards === undefined) score.replaceChildren();
    else if (score.dataset.cards !== String(cards))
      fill(score, parts("bar.score", { score: h("strong", {}, number(cards)) }));
    score.dataset.cards = String(cards);
    const many = race !== null && race.players.length > 1;
    const count = race?.players.length ?? 0;
    if (!seat?.rank || !many) place.replaceChildren();
    else if (place.dataset.rank !== `${seat.rank}/${count}`)
      fill(
        place,
        parts("bar.place", { place: t("place", { count: seat.rank }), all: h("small", {}, t("bar.of", { count })) }),
      );
    place.dataset.rank = `${seat?.rank}/${count}`;
    say(gap, many && seat?.rank ? gapWords(race, live.state.you, true) : "");
    standing.classList.toggle("first", Boolean(seat && race && gapOf(race.players, seat.id)?.is === "ahead"));
    say(deal, dealWords(race));
    const { standing: connection } = live;
    link.dataset.standing = connection.is;
    say(
      link,
      connection.is === "waiting"
        ? t("connection.waiting")
        : connection.is === "connecting"
          ? t("connection.connecting")
          : "",
    );
    tick();
  }

  update();
  return { el, update, destroy: () => clearInterval(timer) };
}

/** @param {import("../types.js").Race|null} race */
function dealWords(race) {
  if (race?.daily) return t("daily.bar");
  if (race?.match) return t("match.deal-of", { number: race.match.number, of: race.match.of });
  return race?.seats === 1 && race.deal ? t("bar.deal", { deal: shortDeal(race.deal) }) : "";
}
