/* Look A, the peg board: rivals and scenes. */
"use strict";

/* ---- rivals ------------------------------------------------------------------------------------------------------ */

const STATES = { away: "away", won: "won", blocked: "blocked", gave_up: "gave up", timed_out: "time" };

function pegs(person, width, { holes = false } = {}) {
  const height = 18;
  const at = (score) => 7 + ((width - 18) * score) / 52;
  const marks = holes
    ? Array.from({ length: 52 }, (_, i) => s("circle", { class: (i + 1) % 13 ? "hole" : "hole street", cx: at(i + 1), cy: 9, r: (i + 1) % 13 ? 1.25 : 2 }))
    : [p("groove", `M7 9H${width - 11}`), ...[13, 26, 39].map((score) => p("groove", `M${at(score)} 5V13`))];
  const done = person.state && person.state !== "away";
  const front = person.bot
    ? s("rect", { class: "peg", x: at(person.score) - 5.5, y: 3.5, width: 11, height: 11, rx: 2 })
    : s("circle", { class: "peg", cx: at(person.score), cy: 9, r: 6 });
  return s("svg", { class: "pegs", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
    marks, s("path", { class: "flag", d: `M${width - 6} 3V15M${width - 6} 3h5v5h-5` }),
    person.score > person.before && !done ? p("tail", `M${at(person.before)} 9H${at(person.score)}`) : null,
    person.pulse ? s("circle", { class: "pulse", cx: at(person.score), cy: 9, r: 9 }) : null, front,
    done ? p("laid", `M${at(person.score) - 3} 6l6 6m0-6l-6 6`) : null);
}

const opened = (n) => h("span", { class: "opened", role: "img", "aria-label": `${n} of 4 foundations opened` }, [1, 2, 3, 4].map((i) => h("i", { class: i <= n ? "on" : "" })));
const rows = (n, all = 3) => h("span", { class: "rows", role: "img", "aria-label": `${n} of ${all} rows dealt` }, Array.from({ length: all }, (_, i) => h("i", { class: i < n ? "on" : "" })));

const signed = (gap) => (gap > 0 ? `+${gap}` : gap < 0 ? `−${-gap}` : "=");

function lane(person, width, options = {}) {
  const state = person.state ? STATES[person.state] : "";
  const narrow = width < 200; // foundations and rows go beside the track
  const facts = [opened(person.opened), rows(person.rows)];
  return h("li", { class: `lane${person.name === "You" ? " you" : ""}${person.pulse ? " pulsing" : ""}${person.state ? ` ${person.state}` : ""}` },
    h("span", { class: "place" }, String(person.place)), h("span", { class: "name" }, person.name),
    person.bot ? h("span", { class: "tag" }, "bot") : null, state ? h("span", { class: "tag" }, state) : null,
    h("span", { class: "gap" }), narrow ? null : facts, h("b", { class: "points" }, String(person.score)),
    options.mine === undefined ? null : h("span", { class: "behind" }, person.name === "You" ? "" : signed(person.score - options.mine)),
    narrow ? h("span", { class: "beside" }, pegs(person, width - 58, options), facts) : pegs(person, width, options));
}

/** Up to eight on a phone: a chip each, in the order of the race, tied to its peg. */
function lineup(people, width) {
  const list = byPlace(people).reverse();
  const chip = Math.min(47, (width - 4) / list.length);
  const at = (score) => 7 + ((width - 20) * score) / 52;
  const x = list.map((person) => at(person.score));
  x.forEach((_, i) => (x[i] = Math.max(x[i], i ? x[i - 1] + chip : chip / 2 + 1)));
  for (let i = x.length - 1; i >= 0; i--) x[i] = Math.min(x[i], i < x.length - 1 ? x[i + 1] - chip : width - chip / 2 - 1);
  const heap = {};
  const pegs = list.map((person, i) => {
    const [cx, level] = [at(person.score), (heap[person.score] = (heap[person.score] ?? -1) + 1)];
    const cy = 25 - level * 7;
    const kind = `peg${person.name === "You" ? " mine" : ""}${person.state ? ` ${person.state}` : ""}`;
    return [p(`tie${person.name === "You" ? " mine" : ""}`, `M${x[i]} 0C${x[i]} ${cy - 8} ${cx} 2 ${cx} ${cy - 4}`), person.score > person.before && !(person.state) ? p(`tail${person.name === "You" ? " mine" : ""}`, `M${at(person.before)} ${cy}H${cx}`) : null,
      person.pulse ? s("circle", { class: "pulse", cx, cy, r: 8 }) : null, person.bot ? s("rect", { class: kind, x: cx - 3.2, y: cy - 3.2, width: 6.4, height: 6.4, rx: 1 }) : s("circle", { class: kind, cx, cy, r: person.name === "You" ? 4 : 3.4 })];
  });
  return h("div", { class: "lineup", style: { "--chip": `${chip}px` } },
    h("ol", {}, list.map((person, i) => h("li", { class: `chip${person.name === "You" ? " you" : ""}${person.state ? ` ${person.state}` : ""}${person.bot ? " bot" : ""}`, style: { left: `${x[i] - chip / 2}px` }, "aria-label": `${nth(person.place)}, ${person.name}${person.bot ? ", bot" : ""}, ${person.score}` },
      h("span", { class: "name" }, person.name), rows(person.rows), h("span", { class: "about" }, h("b", {}, String(person.score)), opened(person.opened))))),
    s("svg", { class: "pegs", viewBox: `0 0 ${width} 36`, width, height: 36, "aria-hidden": "true" }, p("groove", `M7 25H${width - 13}`), [13, 26, 39].map((score) => p("groove", `M${at(score)} 22v6`)),
      [13, 26, 39].map((score) => s("text", { class: "scale", x: at(score), y: 36 }, String(score))), s("path", { class: "flag", d: `M${width - 8} 14V29M${width - 8} 14h6v6h-6` }), pegs));
}

/** All on one board: the crowd as dots heaped where they stand, you as a peg with a flag. Any number of people. */
function swarm(people, width, height) {
  const at = (score) => 8 + ((width - 20) * score) / 52;
  const heaps = {};
  for (const person of people) (heaps[person.score] ??= []).push(person);
  const most = Math.max(...Object.values(heaps).map((heap) => heap.length));
  const floor = height - 13;
  const size = Math.min((width - 20) / 52 - 0.6, (floor - 14) / most, 9);
  const dots = Object.entries(heaps).flatMap(([score, heap]) => [...heap].sort((a, b) => (b.name === "You") - (a.name === "You")).map((person, i) => {
    const [x, y, r] = [at(Number(score)), floor - size * (i + 0.5), size / 2 - 0.3];
    const kind = `dot${person.name === "You" ? " you" : ""}${person.place === 1 ? " lead" : ""}`;
    return person.bot ? s("rect", { class: kind, x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.5 }) : s("circle", { class: kind, cx: x, cy: y, r });
  }));
  const mine = people.find((person) => person.name === "You");
  const x = at(mine.score);
  return s("svg", { class: "swarm", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${people.length} players between ${people.at(-1).score} and ${people[0].score} cards; you have ${mine.score}` },
    p("groove", `M8 ${floor + 2}H${width - 12}`), [13, 26, 39].map((score) => p("groove", `M${at(score)} ${floor - 1}v6`)),
    s("path", { class: "flag", d: `M${width - 7} ${floor - 14}V${floor + 4}M${width - 7} ${floor - 14}h6v6h-6` }), dots,
    p("needle", `M${x} ${floor - (heaps[mine.score].length) * size - 2}V9`), s("circle", { class: "peg mine", cx: x, cy: floor - size / 2, r: Math.max(size / 2 + 1.5, 4.5) }),
    s("text", { class: "mine", x, y: 8 }, "you"), s("text", { class: "scale", x: at(13), y: height - 1 }, "13"), s("text", { class: "scale", x: at(26), y: height - 1 }, "26"), s("text", { class: "scale", x: at(39), y: height - 1 }, "39"));
}

function neighbours(people) {
  const me = people.findIndex((person) => person.name === "You");
  const part = (person, arrow, words) => person && h("span", { class: "neighbour" }, h("i", { class: "arrow" }, arrow), h("b", {}, person.name), person.bot ? h("span", { class: "tag" }, "bot") : null, ` ${person.score} `, opened(person.opened), h("small", {}, words));
  const gap = (person) => Math.abs(person.score - people[me].score);
  return h("p", { class: "neighbours" }, part(people[me - 1], "▲", gap(people[me - 1]) ? `+${gap(people[me - 1])}` : "level, earlier"), part(people[me + 1], "▼", gap(people[me + 1]) ? `−${gap(people[me + 1])}` : "level, later"));
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

const look = { face, back, slot, next, reward };

/** The people as they stand at 2:08; Ben has just moved, Jo is away, Oluwaseun has no more moves. */
function people(change = {}) {
  return CONTENT.people.map((person) => ({ ...person, pulse: person.name === "Ben", state: { Jo: "away", Oluwaseun: "blocked" }[person.name], ...change[person.name] }));
}
const seated = (list) => [list.find((person) => person.name === "You"), ...list.filter((person) => person.name !== "You")];

function bar({ time = 128, ends = "ends at 8:00", part = 128 / 480, score = 8, place = "4th", of = "of 8", gap = "1 behind Cleo", urgent = "" } = {}) {
  return h("header", { class: `bar ${urgent}` },
    h("a", { class: "home", href: "#", "aria-label": "First page" }, s("svg", { viewBox: "-50 -50 100 100", width: 20, height: 20 }, s("path", { d: SUIT_PATHS.C, fill: "currentcolor" }))),
    h("div", { class: "pair" }, h("b", { class: "time" }, clock(time)), h("small", {}, ends)),
    h("div", { class: "pair" }, h("b", {}, String(score)), h("small", {}, "of 52 up")),
    h("div", { class: "pair standing" }, h("b", {}, place, h("small", {}, ` ${of}`)), h("small", {}, gap)),
    h("i", { class: "spent", style: { "--part": part } }));
}

const actions = (deal = "2 rows left") => h("footer", { class: "actions" }, h("button", {}, "Undo"), h("button", { class: "primary" }, "Deal a row", h("small", {}, deal)), h("button", { class: "more", "aria-label": "More: sound, four colours, give up" }, "⋯"));
/** A message lies on the free baize under the columns, never on cards that one can play. */
const slip = (floor, text) => h("p", { class: "slip", role: "status", style: { top: `${floor - 6}px` } }, text);

/** A phone upright: bar, lanes two by two, table, actions under the thumb. */
function phone(scene) {
  const { board, marks, change, barred, message, game, deal } = scene;
  const list = seated(people(change));
  const felt = h("div", { class: "felt" }, table(look, board, 374, 628, { marks, game }));
  if (message) felt.append(slip(felt.firstChild.dataset.floor, message));
  return h("div", { class: "play", "data-game": game },
    bar(barred), lineup(list, 374), felt, actions(deal));
}

/** A phone on its side: clock, chips and actions in one row, without the board; stock and foundations at the sides. */
function sideways() {
  const list = peopleAt(230);
  const mine = list.find((person) => person.name === "You");
  const ahead = list.find((person) => person.place === mine.place - 1);
  const head = bar({ time: 230, part: 230 / 480, score: mine.score, place: nth(mine.place), gap: `${ahead.score - mine.score} behind ${ahead.name}` });
  return h("div", { class: "play side" }, head, lineup(list, 336), h("div", { class: "felt" }, table(look, CONTENT.late, 828, 326, { wide: true })), actions("1 row left"));
}
/** The smallest: everything of the phone, the line-up narrower. */
function smallest() {
  return h("div", { class: "play" }, bar(), lineup(people(), 304), h("div", { class: "felt" }, table(look, CONTENT.thinking, 304, 352, { marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } })), actions());
}

function desktop() {
  const list = seated(people());
  return h("div", { class: "play wide" }, bar(),
    h("div", { class: "felt" }, table(look, CONTENT.thinking, 948, 664, { wide: true, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } })),
    h("aside", { class: "panel-lanes" }, h("p", { class: "heads" }, h("span", {}, "open"), h("span", {}, "rows"), h("span", {}, "up"), h("span", {}, "gap")), h("ol", { class: "lanes" }, list.map((person) => lane(person, 284, { holes: true, mine: 8 })))),
    actions());
}

const bunting = (width) => s("svg", { class: "bunting", viewBox: `0 0 ${width} 46`, width, height: 46, "aria-hidden": "true" },
  s("path", { class: "string", d: `M0 5Q${width / 4} 25 ${width / 2} 5T${width} 5`.replace("T", `Q${width * 0.75} 25 `) }),
  Array.from({ length: Math.floor(width / 30) }, (_, i) => {
    const x = 14 + i * 30;
    const u = (x % (width / 2)) / (width / 2);
    const y = 5 + 4 * u * (1 - u) * 10;
    return s("g", { transform: `translate(${x} ${y})`, "data-suit": SUITS[i % 4] }, s("path", { class: `pennant n${i % 4}`, d: "M-11 0H11L0 24Z" }), pip(SUITS[i % 4], 0, 8.5, 9));
  }));

function standings() {
  return h("ol", { class: "standings" }, [...CONTENT.people].sort((a, b) => a.rank - b.rank).map((person) =>
    h("li", { class: person.name === "You" ? "you" : "" }, h("b", { class: "place" }, String(person.rank)), h("span", { class: "name" }, person.name),
      person.bot ? h("span", { class: "tag" }, "bot") : null, person.ending === "timed_out" ? null : h("span", { class: "tag" }, person.ending === "won" ? "won" : STATES[person.ending]),
      h("span", { class: "gap" }), h("span", { class: "when" }, clock(person.t)), h("b", { class: "points" }, String(person.final)),
      h("i", { class: "bar-of", style: { "--part": person.final / 52 } }))));
}

function finish(width) {
  return h("div", { class: "finish" }, bunting(width), h("h2", {}, "You came 2nd"), h("p", { class: "lead" }, "33 cards up. Ben won in 5:38."),
    standings(), chart(CONTENT.people, width - 32, 176), h("p", { class: "words" }, chartInWords(CONTENT.people).join(" ")),
    h("p", { class: "buttons" }, h("button", { class: "primary" }, "Rematch"), h("button", {}, "See the boards"), h("button", { class: "quiet" }, "First page")));
}

function finishWide() {
  return h("div", { class: "finish wide" }, bunting(1280), h("h2", {}, "You came 2nd"), h("p", { class: "lead" }, "33 cards up. Ben won in 5:38."),
    h("div", { class: "halves" }, h("div", {}, standings(), h("p", { class: "buttons" }, h("button", { class: "primary" }, "Rematch"), h("button", {}, "First page"))),
      h("div", {}, chart(CONTENT.people, 700, 330), h("p", { class: "words" }, chartInWords(CONTENT.people).join(" ")), h("p", { class: "words" }, "Choose a name in the table to see that board played again."))));
}

function lobby() {
  const there = CONTENT.people.slice(0, 6);
  return h("div", { class: "lobby" }, h("p", { class: "over" }, "Agnes Bernauer · a match of 3 · 8 minutes a deal"), h("h2", {}, "The table is set"),
    h("ol", { class: "seats" }, there.map((person, i) => h("li", {}, h("i", { class: person.bot ? "seat-peg bot" : i === 5 ? "seat-peg out" : "seat-peg" }), h("span", { class: "name" }, person.name),
      i === 0 ? h("span", { class: "tag" }, "host") : null, person.bot ? h("span", { class: "tag" }, "bot") : null, h("span", { class: "gap" }), h("small", {}, i < 3 || person.bot ? "ready" : "not yet ready"))),
      h("li", { class: "free" }, h("i", { class: "seat-peg out" }), h("span", { class: "name" }, "two seats free"))),
    h("p", { class: "link" }, h("code", {}, "cards.example/r/yrbxbrqjzn29"), h("button", {}, "Copy link")),
    h("p", { class: "buttons" }, h("button", { class: "primary" }, "I am ready"), h("button", { class: "quiet" }, "Leave")), h("small", {}, "5 of 6 are ready. Ben starts the race."));
}

function between() {
  const points = [...CONTENT.people].sort((a, b) => a.rank - b.rank).map((person, i) => [person, 7 - i]);
  return h("div", { class: "between" }, h("p", { class: "over" }, "Deal 1 of 3 is played"), h("h2", {}, "Ben leads, you are one point behind"),
    h("ol", { class: "points-list" }, points.slice(0, 5).map(([person, point]) => h("li", { class: person.name === "You" ? "you" : "" }, h("span", { class: "name" }, person.name), person.bot ? h("span", { class: "tag" }, "bot") : null,
      h("span", { class: "gap" }), h("small", {}, `${person.final} up`), h("span", { class: "deals" }, h("i", { class: "on" }, String(point)), h("i", {}, ""), h("i", {}, "")), h("b", { class: "points" }, String(point))))),
    h("p", { class: "next-deal" }, h("b", {}, "Deal 2 in 0:14"), h("i", { class: "gauge", style: { "--part": 0.7 } })),
    h("p", { class: "buttons" }, h("button", { class: "primary" }, "Ready"), h("small", {}, "5 of 8 are ready. With everyone ready it starts at once.")));
}

function fill(id, ...content) {
  document.getElementById(id)?.append(...content);
}

const FOUR_SIZES = [36, 50, 80, 120];
const SHOWN = ["7H", "TS", "AD", "JC", "QH", "KS"];
fill("p1", phone({ board: CONTENT.thinking, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } }));
fill("p2", phone({ board: CONTENT.thinking, marks: { refused: "T2" }, message: ["An empty column takes only ", h("b", {}, "a jack"), ", or a run that begins with one."] }));
fill("p3", phone({ board: CONTENT.scored, marks: { landed: "D" }, change: { You: { score: 9, before: 6, opened: 4, pulse: true, place: 4 }, Ben: { pulse: false } }, barred: { time: 131, score: 9, gap: "level with Cleo", part: 131 / 480 } }));
fill("p4", finish(390));
fill("d1", desktop());
fill("d2", finishWide());
fill("p5", sideways());
fill("p6", smallest());
fill("cards", ...FOUR_SIZES.map((w) => h("div", { class: "hand" }, h("small", {}, `${w} px`), SHOWN.map((card) => face(card, w)), back(w), back(w, "sorel"))));
fill("four", ...["9C", "9D", "9H", "9S"].map((card) => face(card, 46)), ...["KC", "QD"].map((card) => face(card, 64)));
fill("slots", ...[["empty", slot("foundation", { suit: "D", base: "Q" }, 56)], ["begun", pile(face("2H", 56), next("3", "H", 56))], ["just received", h("div", { class: "at-rest" }, pile(face("QD", 56), next("K", "D", 56), reward("D", 56)))],
  ["complete", pile(face("JS", 56), h("div", { class: "complete", style: { "--w": "56px", "--h": "78px" } }))], ["Bernauer: takes a jack", slot("space", { takes: "J" }, 56)], ["Sorel: takes any card", slot("space", { takes: "any" }, 56)],
  ["stock, 2 rows", slot("stock", { cards: 9, count: 2 }, 56)], ["a goal", pile(face("QD", 56), h("div", { class: "ring", style: { "--w": "56px", "--h": "78px" } }))]].map(([label, node]) => h("figure", {}, node, h("figcaption", {}, label))));
fill("one", h("ol", { class: "lanes" }, seated(people()).slice(0, 2).map((person) => lane(person, 340, { holes: true, mine: 8 }))));
fill("seven", h("ol", { class: "lanes" }, seated(people({ Yolande: { state: "won", score: 52, place: 1 }, Ben: { pulse: true, place: 2 } })).map((person) => lane(person, 340, { holes: true, mine: 8 }))));
const all64 = crowd();
fill("three", h("ol", { class: "lanes two" }, seated(people()).slice(0, 4).map((person) => lane(person, 158))));
fill("many", swarm(all64, 340, 92), neighbours(all64), h("ol", { class: "lanes few" }, [...all64.slice(0, 2), ...all64.slice(you64() - 1, you64() + 2)].map((person) => lane(person, 340))));
fill("small", h("div", { class: "strip" }, lineup(people(), 304)));
fill("clocks", bar(), bar({ time: 431, ends: "0:49 left", part: 431 / 480, urgent: "urgent", score: 31, gap: "3 ahead of Yolande", place: "1st" }), bar({ time: 356, ends: "1:12 left for all", part: 0.2, urgent: "closing", score: 29, place: "2nd", gap: "Ben has won" }));
fill("lobby", lobby());
fill("between", between());
fill("sorel", table(look, { base: "7", foundations: { C: 1, D: 0, H: 3, S: 0 }, tableau: [["KD", "QD"], [], ["4S"], ["9H", "8H", "7H"], ["TC"], ["2S", "AS"], ["5D"]], reserve: [], stock: 9, legal: [] }, 340, 260, { game: "sorel" }));

function pile(...parts) {
  return h("div", { class: "pile-of" }, parts);
}
function you64() {
  return all64.findIndex((person) => person.name === "You");
}
