/** The line above the table: the clock, one's own score and place, and how the connection stands. */
import { fill, h, say } from "../dom.js";
import { clock, number, parts, t } from "../i18n.js";
import { seatOf } from "../state.js";

/** Without a limit an hour ends everything all the same; that is not worth showing before it is as near as this. */
const FAR_MS = 15 * 60_000;
/** From here on the time left is urgent. */
const URGENT_MS = 60_000;

/** @param {import("../race.js").LiveRace} live */
export function bar(live) {
  const time = h("span", { class: "time", role: "timer", "aria-label": t("bar.time"), "data-testid": "clock" });
  const left = h("span", { class: "left", "data-testid": "time-left" });
  const score = h("span", { class: "own-score", "data-testid": "own-score" });
  const place = h("span", { class: "own-place", "data-testid": "own-place" });
  const deal = h("span", { class: "deal-number", "data-testid": "deal-number" });
  const link = h("span", { class: "connection", role: "status", "data-testid": "connection" });
  const el = h(
    "header",
    { class: "bar" },
    h(
      "a",
      { class: "home", href: "/", "aria-label": t("app.home"), "data-testid": "home" },
      h("img", { src: "/static/icon.svg", alt: "", width: 26, height: 26 }),
    ),
    time,
    left,
    score,
    place,
    deal,
    link,
  );
  const timer = setInterval(tick, 200);

  function tick() {
    const { race, own } = live.state;
    if (!race) return;
    const now = live.clock.now();
    const seat = seatOf(live.state);
    const started = race.starts_at ?? now;
    const running = race.state === "running" && seat?.status === "playing";
    const watching = race.state === "running" && !seat;
    time.hidden = race.state === "finished" && !own;
    say(time, clock(running || watching ? now - started : (own?.base.t_ms ?? 0)));
    const rest = race.ends_at === null || race.state !== "running" ? null : race.ends_at - now;
    const limited = race.closing || (race.time_limit_s === undefined ? race.seats > 1 : race.time_limit_s !== null);
    const shown = rest !== null && (limited || rest < FAR_MS);
    say(left, shown ? t("bar.left", { time: clock(Math.max(rest, 0) + 999) }) : "");
    left.classList.toggle("urgent", shown && rest < URGENT_MS);
  }

  function update() {
    const { race, own } = live.state;
    const seat = seatOf(live.state);
    const cards = own?.base.score ?? seat?.score;
    if (cards === undefined) score.replaceChildren();
    else fill(score, parts("bar.score", { score: h("strong", {}, number(cards)) }));
    say(place, seat?.rank && race && race.players.length > 1 ? t("place", { count: seat.rank }) : "");
    say(deal, race?.seats === 1 && race.deal ? t("bar.deal", { deal: race.deal }) : "");
    const { standing } = live;
    const broken = standing.is !== "open";
    link.dataset.standing = standing.is;
    say(
      link,
      standing.is === "waiting"
        ? t("connection.waiting")
        : broken && standing.is === "connecting"
          ? t("connection.connecting")
          : "",
    );
    tick();
  }

  update();
  return { el, update, destroy: () => clearInterval(timer) };
}
