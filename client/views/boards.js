/** Boards side by side, each a player's table with nothing bound to it. */
import { shown } from "../attempt.js";
import { h, keep, nameNode } from "../dom.js";
import { number, parts, t } from "../i18n.js";
import { makeTable } from "../render.js";

/** @typedef {import("../types.js").Board} Board */

/** So much of a board in sight will do. */
const ENOUGH = 0.7;

/**
 * @param {import("../race.js").LiveRace} live
 * @param {(player: string) => void} onClose
 * @param {(player: string) => string} [nameOf] where they are not all of this race
 */
export function boards(live, onClose, nameOf = (id) => live.state.race?.players.find((player) => player.id === id)?.name ?? "") {
  const el = h("div", { class: "boards", "data-testid": "boards" });
  /** @type {Map<string, import("../render.js").Table>} */
  const tables = new Map();
  const watcher = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      for (const table of tables.values()) if (table.root === target) table.resize();
    }
  });

  /** @param {string[]} players @param {boolean} animate */
  function update(players, animate) {
    el.dataset.count = String(players.length);
    keep(
      el,
      players,
      (id) => id,
      make,
      (element, id) => draw(element, id, animate),
    );
    for (const [id, table] of tables) {
      if (players.includes(id)) continue;
      watcher.unobserve(table.root);
      tables.delete(id);
    }
  }

  /** @param {string} id */
  function make(id) {
    const name = nameOf(id);
    const table = makeTable({ bound: false, label: t("boards.of", { name }) });
    tables.set(id, table);
    watcher.observe(table.root);
    return h(
      "article",
      { class: "board", "data-game": live.state.race?.game, "data-testid": "board", "data-player": id },
      h(
        "header",
        {},
        h("h2", {}, nameNode(name)),
        h("span", { class: "cards-up" }),
        h(
          "button",
          {
            type: "button",
            class: "quiet small",
            "data-testid": "unwatch",
            "aria-label": t("boards.close", { name }),
            onclick: () => onClose(id),
          },
          t("boards.close-short"),
        ),
      ),
      h("div", { class: "felt" }, table.root, h("p", { class: "hint waiting" }, t("boards.waiting"))),
    );
  }

  /** @param {HTMLElement} element @param {string} id @param {boolean} animate */
  function draw(element, id, animate) {
    const { you, own, boards: others } = live.state;
    const board = id === you && own ? shown(own) : others.get(id);
    /** @type {HTMLElement} */ (element.querySelector(".waiting")).hidden = board !== undefined;
    if (!board) return;
    element
      .querySelector(".cards-up")
      ?.replaceChildren(...parts("bar.score", { score: h("strong", {}, number(board.score)) }));
    // Whose play has ended without a move, the board has not been told.
    const status = live.state.race?.players.find((player) => player.id === id)?.status ?? board.status;
    tables.get(id)?.draw({ ...board, status }, animate);
  }

  return {
    el,
    update,
    /** Bring a board to where it can be seen; nothing moves where most of it is. @param {string} id */
    look(id) {
      const board = el.querySelector(`[data-player="${CSS.escape(id)}"]`);
      const { top, bottom } = board?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (seen < (bottom - top) * ENOUGH) board?.scrollIntoView({ block: "nearest" });
    },
    destroy: () => watcher.disconnect(),
  };
}
