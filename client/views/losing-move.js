/** The move that lost a deal, once it is over for everyone and the server has looked into it; nothing where none did. */
import { call, getMoves, makeRace, Problem } from "../api.js";
import { parseMove } from "../board.js";
import { pileName } from "../cards.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { openRace } from "../router.js";
import { doing } from "./now.js";

/** The server answers what it has by now; asked again, more. */
const AGAIN_MS = 3_000;
const TRIES = 20;

/** @param {import("../types.js").Race} race one's own run in it is over @param {string|null} [you] */
export function losingMove(race, you = race.players[0]?.id) {
  const el = h("section", { class: "panel", hidden: true, "data-testid": "losing-move" });
  let asked = false;
  /** @type {number|undefined} */
  let timer;

  /** @param {number} tries */
  async function ask(tries) {
    try {
      const { complete, boards } = await call("GET", `/api/races/${encodeURIComponent(race.id)}/analysis`);
      const board = boards.find((/** @type {{player: string}} */ { player }) => player === you);
      if (board?.lost_at) show(board.lost_at, board.move);
      else if (!complete && tries > 0) timer = setTimeout(() => void ask(tries - 1), AGAIN_MS);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** @param {number} at @param {string|null} move */
  function show(at, move) {
    fill(
      el,
      h("h2", {}, t("lost.title")),
      h("p", {}, t("lost.told", { number: at, move: move ? moveWords(move) : "" })),
      race.daily ? null : doing({ "data-testid": "try-again" }, () => again(at), t("lost.try")),
    );
    el.hidden = false;
  }

  /** Play on alone from before the move. @param {number} at */
  async function again(at) {
    const { game, options, deal } = race;
    const moves = (await getMoves(race.id, String(you))).slice(0, at - 1);
    openRace((await makeRace({ game, options, deal, seats: 1, moves })).id);
  }

  return {
    el,
    /** @param {boolean} may whether the day is closed: before that the server tells nothing */
    update(may) {
      if (!may || asked) return;
      asked = true;
      void ask(TRIES);
    },
    destroy: () => clearTimeout(timer),
  };
}

/** A move in words: what was moved, from where, to where. @param {string} text */
function moveWords(text) {
  const move = parseMove(text);
  if (move?.kind !== "cards") return t(`lost.${move?.kind ?? "other"}`);
  const from = pileName(move.from);
  const to = pileName(move.to);
  return t("lost.cards", { count: move.count, from, to });
}
