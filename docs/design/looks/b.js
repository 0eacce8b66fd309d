/* Look B, the printed sheet. Cards, ledger and scenes. */
"use strict";

const p = (name, d) => s("path", { class: name, d });
const tier = (w) => (w < 58 ? "s" : w < 92 ? "m" : "l");
const LETTER = (rank) => (rank === "T" ? "10" : rank);

/* ---- cards: one black block and one red, the red a hair out of register ------------------------------------------ */

function sheet(suit, w, ...content) {
  return s("svg", { class: `face ${tier(w)}`, viewBox: "0 0 100 140", width: w, height: w * 1.4, "data-suit": suit, "aria-hidden": "true" },
    s("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 5 }), content);
}

function face(card, w, strip = 140) {
  const [rank, suit] = card;
  const size = { s: 50, m: 40, l: 33 }[tier(w)];
  const top = { s: 46, m: 40, l: 36 }[tier(w)];
  const squeeze = Math.min(1, strip / (top + 4));
  const index = s("text", { class: "index", x: 6, y: top * squeeze + (1 - squeeze) * 6, "font-size": size * squeeze, textLength: rank === "T" ? size * 0.98 * squeeze : null, lengthAdjust: "spacingAndGlyphs" }, LETTER(rank));
  const mark = pip(suit, 94 - size * 0.36, (top - size * 0.33) * squeeze, size * 0.72 * squeeze);
  return sheet(suit, w, index, mark, "JQK".includes(rank) ? court(rank, suit, w) : pips(rank, suit, w));
}

function pips(rank, suit, w) {
  if (tier(w) === "s") return pip(suit, 50, 98, 58);
  const size = rank === "A" ? 60 : "9T".includes(rank) ? 17 : 20;
  return PIPS[rank].map(([x, y]) => pip(suit, 50 + (x - 0.5) * 84, 58 + y * 66, size, y > 0.55 && rank !== "A"));
}

/** A bust cut in wood: outlines, hatching for the shade, and the second block for what is red. */
function court(rank, suit, w) {
  const hatch = (x, y, n, step, dx, dy) => p("hatch", Array.from({ length: n }, (_, i) => `M${x + i * step} ${y}l${dx} ${dy}`).join(""));
  const dress = {
    K: ["M30 70L26 48L39 57L50 42L61 57L74 48L70 70Z", "M37 82C36 104 43 114 50 114C57 114 64 104 63 82C60 92 56 93 50 93C44 93 40 92 37 82Z"],
    Q: ["M31 70C30 64 29 58 31 52C37 58 41 60 44 60C46 55 49 52 50 48C51 52 54 55 56 60C59 60 63 58 69 52C71 58 70 64 69 70Z", "M31 72C24 96 26 110 32 120C40 112 38 94 38 78M69 72C76 96 74 110 68 120C60 112 62 94 62 78"],
    J: ["M26 70C28 56 42 52 54 53C68 54 76 60 74 70C58 64 42 64 26 70ZM64 56C74 54 82 46 82 36C70 40 62 47 62 55", "M36 72C31 84 32 96 36 100M64 72C69 84 68 96 64 100"],
  }[rank];
  const body = "M12 136C12 118 26 110 40 106L50 118L60 106C74 110 88 118 88 136";
  return s("g", { class: "court" }, s("g", { class: "block", transform: "translate(1.4 1.2)" }, p("fill", body + "Z"), p("fill", dress[0])),
    p("cut", body), p("cut skin", "M37 72C35 96 43 106 50 106C57 106 65 96 63 72Z"), p("cut", dress[0]), p(rank === "K" ? "cut beard" : "cut", dress[1]),
    p("cut fine", "M42 80h5M53 80h5M50 82v8l-3 1M46 97q4 2 8 0"), w < 58 ? null : [hatch(18, 130, 7, 3, 4, -9), hatch(64, 122, 7, 3, 4, 9), hatch(57, 84, 3, 2, 0, 12)]);
}

function back(w) {
  const lines = Array.from({ length: 23 }, (_, i) => `M${9 + i * 3.72} 9V131`).join("");
  return sheet("", w, p("engraved", lines), p("cut plate", "M50 38L74 70L50 102L26 70Z"), s("text", { class: "initial", x: 50, y: 83, "font-size": 38 }, "A"));
}

/* ---- piles ------------------------------------------------------------------------------------------------------- */

function slot(kind, about, w) {
  const box = (...content) => s("svg", { class: `slot ${kind}`, viewBox: "0 0 100 140", width: w, height: w * 1.4 }, s("rect", { class: "rim", x: 2, y: 2, width: 96, height: 136, rx: 5 }), content);
  if (kind === "stock") return h("div", { class: "stockpile" }, about.cards ? back(w) : box(), h("b", { class: "count" }, `${about.count} ${about.count === 1 ? "row" : "rows"}`));
  if (kind === "foundation") return box(s("text", { class: "wants", x: 50, y: 64, "font-size": 46 }, LETTER(about.base)), pip(about.suit, 50, 98, 38));
  if (kind === "space") return about.takes === "any" ? box(s("text", { class: "wants word", x: 50, y: 66, "font-size": 30 }, "any"), s("text", { class: "wants word", x: 50, y: 96, "font-size": 30 }, "card")) : box(s("text", { class: "wants word", x: 50, y: 48, "font-size": 25 }, "takes"), s("text", { class: "wants", x: 50, y: 100, "font-size": 54 }, LETTER(about.takes)));
  return box();
}

const next = (rank, suit, w) => s("svg", { class: "then", viewBox: "0 0 100 140", width: w, height: w * 1.4 }, s("rect", { class: "label-bg", x: 2, y: 110, width: 96, height: 28 }), s("text", { x: 50, y: 133, "font-size": w < 58 ? 27 : 22 }, `then ${LETTER(rank)}`));

const reward = (suit, w) => s("svg", { class: "stamp", viewBox: "0 0 100 140", width: w, height: w * 1.4, "data-suit": suit },
  s("g", { transform: "rotate(-14 50 88)" }, s("circle", { cx: 50, cy: 88, r: 44 }), s("circle", { cx: 50, cy: 88, r: 37 }), s("text", { x: 50, y: 86, "font-size": 19 }, "FOUR"), s("text", { x: 50, y: 106, "font-size": 19 }, "OPEN")));

const look = { face, back, slot, next, reward };

/* ---- rivals: a ledger kept in tally marks ------------------------------------------------------------------------ */

const STATES = { away: "away", won: "won", blocked: "no more moves", gave_up: "gave up" };
const QUARTERS = ["–", "¼", "½", "¾", "●"];

function tally(score, before, width) {
  const marks = [];
  for (let i = 0; i < score; i++) {
    const x = 3 + Math.floor(i / 5) * 21 + (i % 5) * 4;
    marks.push(p(`stroke${i >= before ? " fresh" : ""}`, i % 5 === 4 ? `M${x - 18} 15L${x + 1} 3` : `M${x} 2V16`));
  }
  return s("svg", { class: "tally", viewBox: `0 0 ${width} 18`, width, height: 18, role: "img", "aria-label": `${score} cards up` }, p("base", `M0 17.500H${width}`), marks);
}

function entry(person, width) {
  const state = person.state ? STATES[person.state] : "";
  return h("tr", { class: `${person.name === "You" ? "you " : ""}${person.pulse ? "moved " : ""}${person.state ?? ""}` },
    h("td", { class: "n" }, `${person.place}.`), h("th", {}, person.name, person.bot ? h("i", {}, " (bot)") : null, state ? h("i", {}, ` ${state}`) : null),
    h("td", {}, tally(person.score, person.before, width)), h("td", { class: "n" }, QUARTERS[person.opened]), h("td", { class: "n" }, "·".repeat(person.rows) || " "), h("td", { class: "n" }, h("b", {}, String(person.score))));
}
const ledger = (people, width) => h("table", { class: "ledger" }, h("thead", {}, h("tr", {}, h("td"), h("td", {}, "player"), h("td", {}, "cards up, by fives"), h("td", {}, "open"), h("td", {}, "rows"), h("td"))), h("tbody", {}, people.map((person) => entry(person, width))));

/** One line of print: everyone in the order of the race. */
const form = (people) => h("p", { class: "form" }, byPlace(people).map((person) => [h("span", { class: `${person.name === "You" ? "you " : ""}${person.pulse ? "moved " : ""}${person.state ?? ""}` }, person.pulse ? "☞ " : "", `${person.name}${person.bot ? "°" : ""} `, h("b", {}, String(person.score)), ` ${QUARTERS[person.opened]}`), " "]), h("small", {}, "° bot"));

/** Many: a stem-and-leaf plot, each leaf a player, written as the unit of the score. */
function stems(people) {
  const rows = [];
  for (let stem = 0; stem <= 50; stem += 5) {
    const leaves = people.filter((person) => person.score >= stem && person.score < stem + 5).reverse();
    if (stem > people[0].score) break;
    rows.push(h("tr", {}, h("td", { class: "n" }, `${stem}–${stem + 4}`), h("td", {}, leaves.map((person) => h("span", { class: person.name === "You" ? "leaf you" : person.bot ? "leaf bot" : "leaf" }, String(person.score % 10))))));
  }
  return h("table", { class: "stems" }, rows);
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

function people(change = {}) {
  return CONTENT.people.map((person) => ({ ...person, pulse: person.name === "Ben", state: { Jo: "away", Oluwaseun: "blocked" }[person.name], ...change[person.name] }));
}

function masthead({ time = 128, ends = "to 8:00", score = 8, place = "4th of 8", gap = "one behind Cleo", kind = "" } = {}) {
  return h("header", { class: `masthead ${kind}` }, h("b", { class: "time" }, clock(time)), h("span", {}, ends), h("b", { class: "score" }, `${score}⁄52`), h("span", { class: "where" }, h("b", {}, place), h("br"), gap));
}
const actions = () => h("footer", { class: "actions" }, h("button", {}, "Take back"), h("button", { class: "primary" }, "Deal a row (2 left)"), h("button", { "aria-label": "More" }, "etc."));

function phone({ board, marks, change, head, message }) {
  const felt = h("div", { class: "felt" }, table(look, board, 374, 620, { marks }));
  if (message) felt.append(h("p", { class: "note", style: { top: `${felt.firstChild.dataset.floor - 8}px` } }, message));
  return h("div", { class: "play" }, masthead(head), form(people(change)), felt, actions());
}

function desktop() {
  return h("div", { class: "play wide" }, masthead(), h("div", { class: "felt" }, table(look, CONTENT.thinking, 846, 640, { wide: true, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } })),
    h("aside", {}, h("h4", {}, "The field at 2:08"), ledger(byPlace(people()), 118)), actions());
}

const results = () => h("table", { class: "results" }, h("thead", {}, h("tr", {}, ["", "player", "cards", "time", ""].map((head) => h("td", {}, head)))), h("tbody", {}, [...CONTENT.people].sort((a, b) => a.rank - b.rank).map((person) => h("tr", { class: person.name === "You" ? "you" : "" },
  h("td", { class: "n" }, `${person.rank}.`), h("th", {}, person.name, person.bot ? h("i", {}, " (bot)") : null), h("td", { class: "n" }, String(person.final)), h("td", { class: "n" }, clock(person.t)), h("td", {}, h("i", {}, person.ending === "timed_out" ? "" : STATES[person.ending]))))));

const finish = (width) => h("div", { class: "finish" }, h("p", { class: "dateline" }, "Agnes Bernauer · eight at the start · final edition"), h("h2", {}, "Ben home in 5:38"), h("p", { class: "deck" }, "You second with thirty-three cards, three more than Yolande"),
  results(), chart(CONTENT.people, width - 32, 170), h("p", { class: "words" }, chartInWords(CONTENT.people).join(" ")), h("p", { class: "buttons" }, h("button", { class: "primary" }, "Rematch"), h("button", {}, "The boards"), h("button", {}, "First page")));

const lobby = () => h("div", { class: "lobby" }, h("p", { class: "dateline" }, "Agnes Bernauer · three deals · eight minutes each"), h("h2", {}, "Declared to run"),
  h("ol", { class: "starters" }, CONTENT.people.slice(0, 6).map((person, i) => h("li", {}, h("b", {}, person.name), i ? "" : h("i", {}, " host"), person.bot ? h("i", {}, " bot") : null, h("span", { class: "lead" }), i < 3 || person.bot ? "ready" : "not yet"))),
  h("p", {}, h("code", {}, "cards.example/r/yrbxbrqjzn29"), " ", h("button", {}, "Copy link")), h("p", { class: "buttons" }, h("button", { class: "primary" }, "I am ready"), h("button", {}, "Leave")));

const between = () => h("div", { class: "lobby" }, h("p", { class: "dateline" }, "After the first deal of three"), h("h2", {}, "Ben one point clear of you"),
  h("ol", { class: "starters" }, [...CONTENT.people].sort((a, b) => a.rank - b.rank).slice(0, 5).map((person, i) => h("li", {}, h("b", {}, person.name), person.bot ? h("i", {}, " bot") : null, h("span", { class: "lead" }), `${7 - i} points`))), h("p", {}, h("b", {}, "Second deal in 0:14. "), "Five of eight are ready."), h("p", { class: "buttons" }, h("button", { class: "primary" }, "Ready")));

const fill = (id, ...content) => document.getElementById(id)?.append(...content);
const SHOWN = ["7H", "TS", "AD", "JC", "QH", "KS"];
const pile = (...parts) => h("div", { class: "pile-of" }, parts);
fill("p1", phone({ board: CONTENT.thinking, marks: { lifted: ["R3", 1], goals: ["T2", "T3"] } }));
fill("p2", phone({ board: CONTENT.thinking, marks: { refused: "T2" }, message: "An empty column takes only a jack, or a run that begins with one." }));
fill("p3", phone({ board: CONTENT.scored, marks: { landed: "D" }, change: { You: { score: 9, before: 6, opened: 4, pulse: true }, Ben: { pulse: false } }, head: { time: 131, score: 9, gap: "level with Cleo" } }));
fill("p4", finish(390));
fill("d1", desktop());
fill("cards", ...[36, 50, 80, 120].map((w) => h("div", { class: "hand" }, h("small", {}, `${w} px`), SHOWN.map((card) => face(card, w)), back(w))));
fill("slots", ...[["empty", slot("foundation", { suit: "D", base: "Q" }, 56)], ["begun", pile(face("2H", 56), next("3", "H", 56))], ["just received", pile(face("QD", 56), reward("D", 56))], ["complete", pile(face("JS", 56), h("div", { class: "complete", style: { "--w": "56px", "--h": "78px" } }))],
  ["Bernauer", slot("space", { takes: "J" }, 56)], ["Sorel", slot("space", { takes: "any" }, 56)], ["stock", slot("stock", { cards: 9, count: 2 }, 56)], ["a goal", pile(face("QD", 56), h("div", { class: "ring", style: { "--w": "56px", "--h": "78px" } }))]].map(([label, node]) => h("figure", {}, node, h("figcaption", {}, label))));
fill("one", ledger(byPlace(people()).filter((person) => ["You", "Ben"].includes(person.name)), 130));
fill("seven", ledger(byPlace(people({ Yolande: { state: "won", score: 52, before: 52, place: 1 }, Ben: { pulse: true, place: 2 } })), 220));
fill("many", stems(crowd()), h("p", { class: "caption" }, "64 players by cards up; yours is the boxed 8, 42nd. Bots in italics."));
fill("clocks", masthead(), masthead({ time: 431, ends: "0:49 left", kind: "late", score: 31, place: "1st of 8", gap: "three ahead of Yolande" }), masthead({ time: 356, ends: "1:12 left for all", kind: "closing", score: 29, place: "2nd of 8", gap: "Ben is home" }));
fill("lobby", lobby());
fill("between", between());
