/** How one's run compares with the day's: the best so far, the run in the middle, one's own, on one scale of 52 cards. */
import { Problem } from "../api.js";
import { getDayBoard } from "../daily-api.js";
import { h, fill, nameNode } from "../dom.js";
import { clock, number, parts, t } from "../i18n.js";
import { track } from "./track.js";

const ALL = 52;
/** With fewer runs there is no middle worth a word. */
const ENOUGH = 5;

/** A panel that is drawn anew whenever something has changed. */
export function comparison() {
  const el = h("section", { class: "panel compare", "aria-labelledby": "compare-title", hidden: true, "data-testid": "compare" });
  let drawn = "";

  /** @param {import("../day.js").Daily} daily one's own run in it is over */
  async function update({ date, game, field, yours }) {
    const key = JSON.stringify([field, yours]);
    if (!yours || key === drawn) return;
    drawn = key;
    try {
      const { entries } = await getDayBoard(date, game, { offset: 0, limit: 1 });
      show(yours, entries[0], field.finished >= ENOUGH ? field : null);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      drawn = "";
    }
  }

  /**
   * @param {import("../day.js").Yours} yours
   * @param {import("../daily-api.js").Entry|undefined} best
   * @param {import("../day.js").Daily["field"]|null} field
   */
  function show(yours, best, field) {
    const first = yours.rank === 1;
    fill(
      el,
      h("h2", { id: "compare-title" }, t("compare.title")),
      h(
        "ul",
        { class: "bars" },
        best && !first ? bar(parts("compare.best", { name: nameNode(best.name) }), best.score, best.t_ms) : null,
        field?.median ? bar(t("compare.middle"), field.median, null) : null,
        bar(t(first ? "compare.you-best" : "compare.you"), yours.score, yours.t_ms, true),
      ),
      field && h("p", {}, field.won ? t("compare.won", { count: field.won, all: field.finished }) : t("compare.won-none")),
      h("p", { class: "hint" }, t(yours.score === ALL ? "compare.possible-won" : "compare.possible", { count: ALL })),
    );
    el.hidden = false;
  }

  return { el, update };
}

/** @param {import("../dom.js").Child|import("../dom.js").Child[]} label @param {number} score @param {number|null|undefined} t_ms @param {boolean} [you] */
function bar(label, score, t_ms, you = false) {
  const way = track();
  way.style.setProperty("--part", String(score / ALL));
  return h(
    "li",
    { class: you ? "you" : "" },
    h("span", { class: "whose" }, label),
    h("b", {}, number(score)),
    h("span", { class: "when" }, typeof t_ms === "number" ? clock(t_ms) : ""),
    way,
  );
}
