/* Look C, floodlight. Cards, timing tower, lanes and scenes. */
"use strict";

const p = (name, d) => s("path", { class: name, d });

/* ---- cards: no pictures; a rank as large as it will go, and the suit ---------------------------------------------- */

function sheet(suit, w, ...content) {
  return s("svg", { class: "face", viewBox: "0 0 100 140", width: w, height: w * 1.4, "data-suit": suit, "aria-hidden": "true" }, s("rect", { class: "paper", x: 0, y: 0, width: 100, height: 140, rx: 11 }), content);
}
function face(card, w, strip = 140) {
  const [rank, suit] = card;
  const cap = w < 58 ? 38 : 34;
  const squeeze = Math.min(1, strip / (cap + 16));
  const court = "JQK".includes(rank);
  return sheet(suit, w, s("g", { transform: squeeze < 1 ? `translate(${11 - 11 * squeeze} 0) scale(${squeeze})` : null }, glyph(rank, 11, 11, cap, w < 58 ? 9 : 7.5), pip(suit, 78, 11 + cap / 2, cap * 0.84)),
    court ? p("bar", "M0 62H100V68H0Z") : null, pip(suit, 50, 101, court ? 46 : 58), court ? glyph(rank, 50 - glyphWidth(rank, 18) / 2, 92, 18, 4) : null);
}
function back(w) {
  return sheet("", w, s("rect", { class: "back", x: 5, y: 5, width: 90, height: 130, rx: 8 }), [0, 1, 2, 3].map((i) => p("beam", `M50 140L${8 + i * 28} 5h12Z`)));
}
function slot(kind, about, w) {
  const box = (...content) => s("svg", { class: `slot ${kind}`, viewBox: "0 0 100 140", width: w, height: w * 1.4 }, s("rect", { class: "rim", x: 1, y: 1, width: 98, height: 138, rx: 11 }), content);
  if (kind === "stock") return h("div", { class: "stockpile" }, about.cards ? back(w) : box(), h("b", { class: "count" }, `×${about.count}`));
  if (kind === "foundation") return box(glyph(about.base, 50 - glyphWidth(about.base, 36) / 2, 24, 36, 8), pip(about.suit, 50, 98, 42));
  if (kind === "space") return about.takes === "any" ? box(s("text", { class: "says", x: 50, y: 82 }, "ANY")) : box(glyph(about.takes, 50 - glyphWidth(about.takes, 54) / 2, 43, 54, 10));
  return box();
}
const next = (rank, suit, w) => s("svg", { class: "then", viewBox: "0 0 100 140", width: w, height: w * 1.4 }, s("rect", { x: 0, y: 112, width: 100, height: 28, rx: 6 }), p("arrow", "M24 119l10 7l-10 7Z"), glyph(rank, 56 - glyphWidth(rank, 18) / 2, 117, 18, 4.5));
const reward = (suit, w) => s("svg", { class: "flood", viewBox: "0 0 100 140", width: w, height: w * 1.4 }, p("ray", "M50 140L-60 -60H160Z"), s("rect", { class: "lit", x: -3, y: -3, width: 106, height: 146, rx: 13 }));
const look = { face, back, slot, next, reward };

/* ---- rivals ------------------------------------------------------------------------------------------------------- */

const STATES = { away: "AWAY", won: "HOME", blocked: "OUT", gave_up: "OUT", timed_out: "" };
const SHORT = (person) => (person.name === "You" ? "YOU" : person.name.slice(0, 3).toUpperCase());

/** The straight: lanes seen from the stand, a light for each runner, brighter the later they moved. */
function straight(people, width, height) {
  const list = byPlace(people);
  const lane = (height - 10) / list.length;
  const slant = height * 0.5;
  const at = (score, y) => 40 + ((width - 40 - slant - 26) * score) / 52 + (slant * (height - y)) / height;
  const lines = Array.from({ length: list.length + 1 }, (_, i) => p("rule", `M${at(0, i * lane)} ${i * lane + 5}H${at(52, i * lane)}`));
  const cross = [0, 13, 26, 39, 52].map((score) => p(score % 52 ? "rule dim" : "rule goal", `M${at(score, 0)} 5L${at(score, list.length * lane)} ${list.length * lane + 5}`));
  const runners = [...list].sort((a, b) => a.name.localeCompare(b.name)).map((person, i) => {
    const y = (i + 0.5) * lane;
    const x = at(person.score, y);
    const kind = `${person.name === "You" ? "you " : ""}${person.state ?? ""}`;
    return s("g", { class: kind }, p("trail", `M${at(Math.max(0, person.before - 3), y)} ${y + 5}H${x}`), person.pulse ? s("ellipse", { class: "glow", cx: x, cy: y + 5, rx: lane * 1.3, ry: lane * 0.8 }) : null,
      person.bot ? s("rect", { class: "light", x: x - lane * 0.36, y: y + 5 - lane * 0.36, width: lane * 0.72, height: lane * 0.72 }) : s("circle", { class: "light", cx: x, cy: y + 5, r: lane * 0.38 }),
      s("text", { x: at(0, y) - 6, y: y + 5 + Math.min(lane, 12) * 0.36, "font-size": Math.min(lane, 13) }, SHORT(person)));
  });
  return s("svg", { class: "straight", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, p("tartan", `M${at(0, 0)} 5H${at(52, 0)}L${at(52, list.length * lane)} ${list.length * lane + 5}H${at(0, list.length * lane)}Z`), lines, cross, runners);
}

/** The tower: the order of the race, and the gap of each to you. */
function tower(people) {
  const mine = people.find((person) => person.name === "You");
  return h("ol", { class: "tower" }, byPlace(people).map((person) => {
    const gap = person.score - mine.score;
    return h("li", { class: `${person.name === "You" ? "you " : ""}${person.pulse ? "moved " : ""}${person.state ?? ""}` }, h("span", { class: "pos" }, String(person.place)), h("span", { class: "code" }, person.name), person.bot ? h("span", { class: "tag" }, "BOT") : null, person.state ? h("span", { class: "tag" }, STATES[person.state]) : null,
      h("span", { class: "space" }), h("span", { class: "opened" }, [1, 2, 3, 4].map((i) => h("i", { class: i <= person.opened ? "on" : "" }))), h("span", { class: "rows" }, `R${person.rows}`), h("b", { class: "pts" }, String(person.score)), h("span", { class: "gap" }, person.name === "You" ? "" : gap > 0 ? `+${gap}` : gap < 0 ? `−${-gap}` : "="));
  }));
}
/** Many: the stand as a heat strip, a block a score, as bright as it is full. */
function heat(people, width, height) {
  const counts = Array.from({ length: 53 }, (_, score) => people.filter((person) => person.score === score).length);
  const most = Math.max(...counts);
  const mine = people.find((person) => person.name === "You").score;
  const step = width / 53;
  return s("svg", { class: "heat", viewBox: `0 0 ${width} ${height}`, width, height }, counts.map((count, score) => [s("rect", { class: score === mine ? "cell you" : "cell", x: score * step, y: 14, width: step - 1, height: height - 30, opacity: count ? 0.25 + (0.75 * count) / most : 0.1 }), count ? s("text", { x: (score + 0.5) * step, y: height - 4, class: score === mine ? "you" : "" }, score % 2 && score !== mine ? "" : String(score)) : null]), s("text", { class: "you", x: (mine + 0.5) * step, y: 10 }, "YOU"));
}

/* ---- scenes ------------------------------------------------------------------------------------------------------- */

function people(change = {}) {
  return CONTENT.people.map((person) => ({ ...person, pulse: person.name === "Ben", state: { Jo: "away", Oluwaseun: "blocked" }[person.name], ...change[person.name] }));
}
const board = ({ time = 128, left = "LIMIT 8:00", score = 8, place = "4", gap = "−1 CLEO", kind = "" } = {}) => h("header", { class: `led ${kind}` }, h("div", {}, h("b", { class: "time" }, clock(time)), h("small", {}, left)), h("div", {}, h("b", {}, String(score)), h("small", {}, "UP / 52")), h("div", { class: "pos" }, h("b", {}, `P${place}`), h("small", {}, gap)));
const actions = () => h("footer", { class: "actions" }, h("button", {}, "UNDO"), h("button", { class: "primary" }, "DEAL · 2 ROWS LEFT"), h("button", { "aria-label": "More" }, "⋯"));

function phone({ board: position, marks, change, head, message }) {
  const felt = h("div", { class: "felt" }, table(look, position, 374, 620, { marks }));
  if (message) felt.append(h("p", { class: "ticker", style: { top: `${felt.firstChild.dataset.floor - 6}px` } }, message));
  return h("div", { class: "play" }, board(head), straight(people(change), 390, 108), felt, actions());
}
const desktop = () => h("div", { class: "play wide" }, board(), h("aside", {}, tower(people()), straight(people(), 280, 150)),
  h("div", { class: "felt" }, table(look, CONTENT.thinking, 940, 660, { wide: true, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } })), actions());
const results = () => h("ol", { class: "tower" }, [...CONTENT.people].sort((a, b) => a.rank - b.rank).map((person) => h("li", { class: person.name === "You" ? "you" : "" }, h("span", { class: "pos" }, String(person.rank)), h("span", { class: "code" }, person.name), person.bot ? h("span", { class: "tag" }, "BOT") : null, STATES[person.ending] ? h("span", { class: "tag" }, STATES[person.ending]) : null, h("span", { class: "space" }), h("span", { class: "rows" }, clock(person.t)), h("b", { class: "pts" }, String(person.final)))));
const fireworks = (width) => s("svg", { class: "sky", viewBox: `0 0 ${width} 120`, width, height: 120 }, [[70, 60, 38, "S"], [190, 44, 50, "H"], [310, 66, 36, "D"]].map(([x, y, r, suit]) => s("g", { "data-suit": suit }, Array.from({ length: 14 }, (_, i) => pip(suit, x + Math.cos((i / 14) * 6.283) * r, y + Math.sin((i / 14) * 6.283) * r * 0.8, 9)))));
const finish = (width) => h("div", { class: "finish" }, fireworks(width), h("h2", {}, "BEN 5:38"), h("p", { class: "lead" }, "YOU P2 · 33 UP"), results(), chart(CONTENT.people, width - 32, 168), h("p", { class: "words" }, chartInWords(CONTENT.people).join(" ")), h("p", { class: "buttons" }, h("button", { class: "primary" }, "REMATCH"), h("button", {}, "BOARDS"), h("button", {}, "HOME")));
const lobby = () => h("div", { class: "lobby" }, h("h2", {}, "ON THE START LINE"), h("ol", { class: "tower" }, CONTENT.people.slice(0, 6).map((person, i) => h("li", { class: person.name === "You" ? "you" : "" }, h("span", { class: "pos" }, String(i + 1)), h("span", { class: "code" }, person.name), person.bot ? h("span", { class: "tag" }, "BOT") : null, h("span", { class: "space" }), h("span", { class: i < 3 || person.bot ? "go" : "rows" }, i < 3 || person.bot ? "READY" : "WAITING")))), h("p", {}, h("code", {}, "cards.example/r/yrbxbrqjzn29"), " ", h("button", {}, "COPY")), h("p", { class: "buttons" }, h("button", { class: "primary" }, "READY"), h("button", {}, "LEAVE")));
const between = () => h("div", { class: "lobby" }, h("h2", {}, "AFTER DEAL 1 OF 3"), h("ol", { class: "tower" }, [...CONTENT.people].sort((a, b) => a.rank - b.rank).slice(0, 5).map((person, i) => h("li", { class: person.name === "You" ? "you" : "" }, h("span", { class: "pos" }, String(i + 1)), h("span", { class: "code" }, person.name), person.bot ? h("span", { class: "tag" }, "BOT") : null, h("span", { class: "space" }), h("b", { class: "pts" }, `${7 - i}`)))), h("p", {}, "DEAL 2 IN 0:14 · 5 OF 8 READY"), h("p", { class: "buttons" }, h("button", { class: "primary" }, "READY")));

const fill = (id, ...content) => document.getElementById(id)?.append(...content);
const SHOWN = ["7H", "TS", "AD", "JC", "QH", "KS"];
const pile = (...parts) => h("div", { class: "pile-of" }, parts);
const sized = { "--w": "56px", "--h": "78px" };
fill("p1", phone({ board: CONTENT.thinking, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } }));
fill("p2", phone({ board: CONTENT.thinking, marks: { refused: "T2" }, message: "NO: AN EMPTY COLUMN TAKES ONLY A JACK, OR A RUN FROM ONE" }));
fill("p3", phone({ board: CONTENT.scored, marks: { landed: "D" }, change: { You: { score: 9, before: 6, opened: 4, pulse: true }, Ben: { pulse: false } }, head: { time: 131, score: 9, gap: "= CLEO" } }));
fill("p4", finish(390));
fill("d1", desktop());
fill("cards", ...[36, 50, 80, 120].map((w) => h("div", { class: "hand" }, h("small", {}, `${w} px`), SHOWN.map((card) => face(card, w)), back(w))));
fill("slots", ...[["empty", slot("foundation", { suit: "D", base: "Q" }, 56)], ["begun", pile(face("2H", 56), next("3", "H", 56))], ["just received", pile(face("QD", 56), reward("D", 56))], ["complete", pile(face("JS", 56), h("div", { class: "complete", style: sized }))],
  ["Bernauer", slot("space", { takes: "J" }, 56)], ["Sorel", slot("space", { takes: "any" }, 56)], ["stock", slot("stock", { cards: 9, count: 2 }, 56)], ["a goal", pile(face("QD", 56), h("div", { class: "ring", style: sized }))]].map(([label, node]) => h("figure", {}, node, h("figcaption", {}, label))));
fill("one", tower(people().filter((person) => ["You", "Ben"].includes(person.name))), straight(people().filter((person) => ["You", "Ben"].includes(person.name)), 360, 44));
fill("seven", tower(people({ Yolande: { state: "won", score: 52, before: 52, place: 1 }, Ben: { pulse: true, place: 2 } })));
const all64 = crowd();
const me = all64.findIndex((person) => person.name === "You");
fill("many", heat(all64, 360, 64), tower([...all64.slice(0, 2), ...all64.slice(me - 1, me + 2)]));
fill("clocks", board(), board({ time: 431, left: "0:49 LEFT", kind: "late", score: 31, place: "1", gap: "+3 YOLANDE" }), board({ time: 356, left: "1:12 LEFT FOR ALL", kind: "closing", score: 29, place: "2", gap: "BEN HOME" }));
fill("lobby", lobby());
fill("between", between());
