/* What the three looks share: suits, rank strokes, where piles lie, the chart. How it looks is each look's own. */
"use strict";

const SUITS = ["C", "D", "H", "S"];
const RANKS = "A23456789TJQK";
const SVG = "http://www.w3.org/2000/svg";

const SUIT_PATHS = {
  H: "M0 44C-9 30-46 12-46-17C-46-34-34-43-22-43C-11-43-4-37 0-28C4-37 11-43 22-43C34-43 46-34 46-17C46 12 9 30 0 44Z",
  D: "M0-48C9-29 22-13 38 0C22 13 9 29 0 48C-9 29-22 13-38 0C-22-13-9-29 0-48Z",
  S: "M0-46C8-30 45-10 45 15C45 30 34 38 23 38C15 38 8 34 4 28C5 37 9 43 16 48H-16C-9 43-5 37-4 28C-8 34-15 38-23 38C-34 38-45 30-45 15C-45-10-8-30 0-46Z",
  C: "M0-47A21 21 0 0 1 16-12A22 22 0 1 1 4 20C4 33 9 42 17 48H-17C-9 42-4 33-4 20A22 22 0 1 1-16-12A21 21 0 0 1 0-47Z",
};

/**
 * Ranks as strokes, 100 high from the middle of the upper stroke to that of the lower: width, then path. The weight is a
 * stroke-width, so it can grow as the card shrinks. The letters cover English, French, German, Dutch, Italian and Portuguese.
 */
const GLYPHS = {
  A: [62, "M2 100L31 0L60 100M14 66H48"],
  2: [58, "M4 27C4 9 15 0 29 0C44 0 54 10 54 26C54 44 40 58 4 100H56"],
  3: [57, "M5 17C9 6 18 0 29 0C44 0 53 9 53 24C53 39 43 47 27 47C44 47 55 57 55 73C55 90 44 100 28 100C15 100 6 93 2 81"],
  4: [62, "M45 100V0L2 70H60"],
  5: [57, "M51 0H13L8 45C14 39 21 36 29 36C45 36 55 49 55 68C55 88 44 100 28 100C15 100 7 93 3 82"],
  6: [58, "M49 10C45 4 38 0 31 0C13 0 4 20 4 56C4 86 13 100 29 100C45 100 54 87 54 68C54 50 45 39 30 39C16 39 7 49 4 62"],
  7: [55, "M2 0H53L21 100"],
  8: [58, "M29 47C16 47 7 38 7 24C7 9 16 0 29 0C42 0 51 9 51 24C51 38 42 47 29 47C13 47 3 57 3 73C3 90 13 100 29 100C45 100 55 90 55 73C55 57 45 47 29 47Z"],
  9: [58, "M9 90C13 96 20 100 27 100C45 100 54 80 54 44C54 14 45 0 29 0C13 0 4 13 4 32C4 50 13 61 28 61C42 61 51 51 54 38"],
  T: [82, "M0 22L17 3V100M58 0C45 0 37 18 37 50C37 82 45 100 58 100C71 100 79 82 79 50C79 18 71 0 58 0Z"],
  J: [48, "M44 0V68C44 90 36 100 23 100C11 100 4 92 2 79"],
  Q: [64, "M32 0C13 0 3 18 3 50C3 82 13 100 32 100C51 100 61 82 61 50C61 18 51 0 32 0ZM37 74L60 106"],
  K: [58, "M4 0V100M53 0L5 60M22 40L56 100"],
};

/** An element with attributes and children; `s` the same for SVG. */
const h = (tag, attributes = {}, ...children) => build(document.createElement(tag), attributes, children);
const s = (tag, attributes = {}, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const rankAfter = (rank, steps) => RANKS[(RANKS.indexOf(rank) + steps + 130) % 13];
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const nth = (n) => n + (["th", "st", "nd", "rd"][n % 100 > 10 && n % 100 < 14 ? 0 : Math.min(n % 10, 4) % 4] ?? "th");

/** A rank as strokes, its box beginning at x, y. @returns {SVGElement} */
function glyph(rank, x, y, height, weight) {
  const scale = height / 100;
  return s("path", { class: "glyph", d: GLYPHS[rank][1], transform: `translate(${x} ${y}) scale(${scale})`, "stroke-width": weight / scale });
}
const glyphWidth = (rank, height) => (GLYPHS[rank][0] * height) / 100;

function pip(suit, x, y, size, turned = false) {
  return s("path", { class: "pip", d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) scale(${size / 100})${turned ? " rotate(180)" : ""}` });
}

const [L, M, R] = [0.19, 0.5, 0.81];
const PIPS = {
  A: [[M, 0.5]], 2: [[M, 0.1], [M, 0.9]], 3: [[M, 0.08], [M, 0.5], [M, 0.92]],
  4: [[L, 0.12], [R, 0.12], [L, 0.88], [R, 0.88]], 5: [[L, 0.12], [R, 0.12], [M, 0.5], [L, 0.88], [R, 0.88]],
  6: [[L, 0.1], [R, 0.1], [L, 0.5], [R, 0.5], [L, 0.9], [R, 0.9]],
  7: [[L, 0.1], [R, 0.1], [M, 0.3], [L, 0.5], [R, 0.5], [L, 0.9], [R, 0.9]],
  8: [[L, 0.1], [R, 0.1], [M, 0.3], [L, 0.5], [R, 0.5], [M, 0.7], [L, 0.9], [R, 0.9]],
  9: [[L, 0.06], [R, 0.06], [L, 0.35], [R, 0.35], [M, 0.5], [L, 0.65], [R, 0.65], [L, 0.94], [R, 0.94]],
  T: [[L, 0.06], [R, 0.06], [M, 0.205], [L, 0.35], [R, 0.35], [L, 0.65], [R, 0.65], [M, 0.795], [L, 0.94], [R, 0.94]],
};

/** Everyone but you, and you. */
const you = () => CONTENT.people.find((person) => person.name === "You");
/** Everybody as they stood at this second. */
function peopleAt(second) {
  const list = CONTENT.people.map((person) => {
    const at = (when) => person.told.findLast(([t]) => t <= when);
    const [, score, opened, rows] = at(second);
    return { ...person, score, opened, rows, before: at(second - 20)[1], reached: person.told.find((entry) => entry[1] === score)[0] };
  });
  [...list].sort((a, b) => b.score - a.score || a.reached - b.reached).forEach((person, i) => (person.place = i + 1));
  return list;
}
const byPlace = (people) => [...people].sort((a, b) => a.place - b.place);

/** Sixty-three rivals: scores spread about a middle of 9, always the same. You are given too. */
function crowd() {
  const others = Array.from({ length: 63 }, (_, i) => {
    const spread = ((i * 37) % 63) / 63 + ((i * 23 + 11) % 63) / 63 + ((i * 11 + 5) % 63) / 63;
    const known = CONTENT.people.filter((person) => person.name !== "You")[i];
    const score = known ? known.score : Math.max(1, Math.round(spread * 7.2 - 1.6));
    return { ...(known ?? { name: `Guest ${i}`, bot: i % 9 === 0, opened: 1 + (score > 3) + (score > 5) + (score > 8), rows: i % 3 }), score, reached: 40 + ((i * 29) % 80) };
  });
  const all = [...others, { ...you() }].sort((a, b) => b.score - a.score || a.reached - b.reached);
  all.forEach((person, i) => (person.place = i + 1));
  return all;
}

/**
 * Where piles lie. The step in a column is fixed by the screen, not by the cards, so that no card moves because another did;
 * only a column that would not fit draws together.
 */
function geometry(width, height, { wide = false, reserve = true, largest = 118, gap = 0.12 } = {}) {
  const across = wide ? 9 : 7;
  const deep = reserve ? 1.5 : 0;
  const rows = wide ? Math.max(4.42, 2.7 + deep) : 1.14 + 2.7 + deep;
  const w = Math.floor(Math.min(largest, width / (across + (across - 1) * gap), height / rows / 1.4));
  const hh = w * 1.4;
  const pitch = w * (1 + gap);
  const left = (width - (7 * pitch - w * gap)) / 2;
  const top = wide ? 0 : hh * 1.14;
  const room = Math.min(height - top - hh * deep, hh * 6);
  const piles = { S: wide ? [left - pitch, 0] : [left, 0] };
  SUITS.forEach((suit, i) => (piles[`F${suit}`] = wide ? [left + 7 * pitch, i * hh * 1.14] : [left + (3 + i) * pitch, 0]));
  for (let i = 0; i < 7; i++) {
    piles[`T${i + 1}`] = [left + i * pitch, top];
    if (reserve) piles[`R${i + 1}`] = [left + i * pitch, top + room];
  }
  return { w, h: hh, piles, room, step: Math.max(hh * 0.3, Math.min(hh * 0.5, (room - hh * 1.1) / 6)), fan: hh * 0.27 };
}

/**
 * A table with a board on it. `look` draws: face(card, w, strip: what of it stays visible, in hundredths of its width), back(w), slot(kind, about, w), next(rank, suit, w).
 * `marks`: lifted [pile, count], goals [pile …], landed suit, refused pile.
 */
function table(look, board, width, height, { wide, marks = {}, game = "bernauer" } = {}) {
  const g = geometry(width, height, { wide, reserve: board.reserve.length > 0 });
  const root = h("div", { class: "table", "data-floor": Math.round(g.room + (wide ? 0 : g.h * 1.14)), style: { width: `${width}px`, height: `${height}px`, "--w": `${g.w}px`, "--h": `${g.h}px` } });
  const put = (node, [x, y], kind) => root.append(h("div", { class: `at ${kind}`, style: { transform: `translate(${x}px, ${y}px)` } }, node));
  const space = game === "sorel" ? "any" : rankAfter(board.base, -1);
  put(look.slot("stock", { count: Math.ceil(board.stock / 7), cards: board.stock }, g.w), g.piles.S, "stock");
  for (const suit of SUITS) {
    const count = board.foundations[suit];
    const place = g.piles[`F${suit}`];
    put(look.slot("foundation", { suit, base: board.base }, g.w), place, "slot");
    if (count) put(look.face(rankAfter(board.base, count - 1) + suit, g.w), place, marks.landed === suit ? "card landed" : "card");
    if (count && count < 13) put(look.next(rankAfter(board.base, count), suit, g.w), place, "next");
    if (count === 13) put(h("div", { class: "complete" }), place, "mark");
  }
  board.tableau.forEach((cards, i) => {
    const name = `T${i + 1}`;
    const [x, y] = g.piles[name];
    const step = cards.length > 1 ? Math.min(g.step, (g.room - g.h * 1.05) / (cards.length - 1)) : 0;
    if (!cards.length) put(look.slot("space", { takes: space }, g.w), [x, y], marks.refused === name ? "slot refused" : "slot");
    cards.forEach((card, j) => put(look.face(card, g.w, j === cards.length - 1 ? 140 : (100 * step) / g.w), [x, y + j * step], `card${isLifted(name, cards, j) ? " lifted" : ""}`));
  });
  board.reserve.forEach((cards, i) => {
    const name = `R${i + 1}`;
    const [x, y] = g.piles[name];
    if (!cards.length) put(look.slot("reserve", {}, g.w), [x, y], "slot");
    cards.forEach((card, j) => put(card === "??" ? look.back(g.w) : look.face(card, g.w, j === cards.length - 1 ? 140 : (100 * g.fan) / g.w), [x, y + j * g.fan], `card${isLifted(name, cards, j) ? " lifted" : ""}`));
  });
  for (const goal of marks.goals ?? []) {
    const cards = goal[0] === "T" ? board.tableau[goal[1] - 1] : [];
    const [x, y] = g.piles[goal];
    const step = cards.length > 1 ? Math.min(g.step, (g.room - g.h * 1.05) / (cards.length - 1)) : 0;
    put(h("div", { class: "ring" }), [x, y + Math.max(cards.length - 1, 0) * step], "mark");
  }
  if (marks.landed) put(look.reward ? look.reward(marks.landed, g.w) : h("div", { class: "burst" }), g.piles[`F${marks.landed}`], "mark");
  return root;

  function isLifted(name, cards, j) {
    return marks.lifted && marks.lifted[0] === name && j >= cards.length - marks.lifted[1];
  }
}

/** Scores over time as steps, with the names at the ends of the lines. */
function chart(people, width, height, { from = 0 } = {}) {
  const end = Math.max(...people.map((person) => person.told.at(-1)[0]), 430);
  const [left, right, top, bottom] = [26, 108, 8, 22];
  const x = (second) => left + ((width - left - right) * (second - from)) / (end - from);
  const y = (score) => height - bottom - ((height - top - bottom) * score) / 52;
  const grid = [0, 13, 26, 39, 52].map((score) => [
    s("line", { class: "grid", x1: left, x2: width - right, y1: y(score), y2: y(score) }),
    s("text", { class: "tick", x: left - 5, y: y(score) + 4, "text-anchor": "end" }, String(score)),
  ]);
  for (let minute = 0; minute * 60 <= end; minute += 2) {
    grid.push(s("text", { class: "tick", x: x(minute * 60), y: height - 5, "text-anchor": minute ? "middle" : "start" }, minute ? `${minute}:00` : "0"));
  }
  const ordered = [...people].sort((a, b) => a.final - b.final);
  const lines = [];
  const labels = [];
  let lowest = height - bottom + 14;
  for (const person of ordered) {
    const kind = person.name === "You" ? "you" : person.rank === 1 ? "first" : "other";
    let d = "";
    person.told.forEach(([second, score], i) => (d += i ? `H${x(second).toFixed(1)}V${y(score).toFixed(1)}` : `M${x(second)} ${y(score).toFixed(1)}`));
    const last = person.ending === "won" || person.ending === "gave_up" ? person.told.at(-1)[0] : end;
    if (person.name !== "You") lines.unshift(s("path", { class: `line ${kind}`, d: `${d}H${x(last).toFixed(1)}` }));
    else lines.push(s("path", { class: `line ${kind}`, d: `${d}H${x(last).toFixed(1)}` }));
    lines.push(s("circle", { class: `end ${kind}`, cx: x(last), cy: y(person.final), r: kind === "other" ? 2.5 : 4 }));
    lowest = Math.min(lowest - 15, y(person.final) + 4);
    labels.push(s("text", { class: `label ${kind}`, x: width - right + 8, y: lowest }, `${person.name} ${person.final}`));
  }
  return s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": chartInWords(people).join(" ") }, grid, lines, labels);
}

/** The same in sentences: who led from when, and the ends. */
function chartInWords(people) {
  const at = (person, second) => person.told.findLast(([t]) => t <= second)[1];
  const leads = [];
  for (let second = 20; second <= 430; second++) {
    const best = Math.max(...people.map((person) => at(person, second)));
    const holder = people.find((person) => person.name === leads.at(-1)?.name);
    if (holder && at(holder, second) === best) continue;
    leads.push({ name: people.find((person) => at(person, second) === best).name, second });
  }
  const long = leads.filter((lead, i) => (leads[i + 1]?.second ?? 999) - lead.second >= 15);
  const kept = long.filter((lead, i) => lead.name !== long[i - 1]?.name);
  const name = (text) => (text === "You" ? "you" : text);
  const led = kept.map(({ name: who, second }, i) => (i ? `${name(who)} from ${clock(second)}` : `${name(who)} led first`)).join(", ");
  const ends = [...people].sort((a, b) => a.rank - b.rank).slice(0, 3).map((person) => `${name(person.name)} ${person.final}`).join(", ");
  return [`${led[0].toUpperCase()}${led.slice(1)}.`, `At the end: ${ends}.`];
}
