/** Someone has opened a race's link and has no seat: what it is, who is there, and the way in. */
import { act, getRace } from "../api.js";
import { fill, h, keep, nameNode } from "../dom.js";
import { parts, t } from "../i18n.js";
import { form } from "./form.js";
import { identity } from "./name.js";
import { gameName, terms } from "./words.js";
import { setPhase } from "./page.js";

/** How often the door looks who has come meanwhile. */
const LOOK_MS = 3000;

/**
 * @param {import("../types.js").Race} first
 * @param {import("../types.js").Me|null} me
 * @param {() => void} enter called once one has sat down or chosen to watch
 * @returns {import("./page.js").View}
 */
export function doorView(first, me, enter) {
  setPhase("door", gameName(first.game));
  const who = identity(me);
  const people = h("ul", { class: "people", "data-testid": "people" });
  const host = h("p", { class: "lead" });
  const sit = form(
    {
      label: t("door.join"),
      testid: "join",
      submit: async () => {
        await who.settle();
        await act(first.id, "join");
        enter();
      },
    },
    who.el,
  );
  const full = h("p", { class: "hint", hidden: true, "data-testid": "door-closed" });
  const watch = h(
    "button",
    { type: "button", class: "quiet", "data-testid": "just-watch", onclick: () => enter() },
    t("door.watch"),
  );

  /** @param {import("../types.js").Race} race */
  function show(race) {
    const maker = race.players.find(({ id }) => id === race.host);
    fill(
      host,
      maker
        ? parts("door.host", { name: nameNode(maker.name), game: gameName(race.game) })
        : t("door.game", { game: gameName(race.game) }),
    );
    keep(
      people,
      race.players,
      (player) => player.id,
      (player) => h("li", {}, nameNode(player.name)),
    );
    const open = race.state === "lobby" && race.players.length < race.seats;
    sit.hidden = !open;
    full.hidden = open;
    full.textContent = race.state === "lobby" ? t("door.full") : t("door.late");
  }

  const timer = setInterval(() => getRace(first.id).then(show, () => {}), LOOK_MS);
  show(first);
  const special = terms(first);
  return {
    el: h(
      "section",
      { class: "narrow door" },
      h("h1", {}, t("door.title")),
      host,
      special.length > 0
        ? h(
            "ul",
            { class: "terms" },
            special.map((term) => h("li", {}, term)),
          )
        : null,
      h("div", {}, h("h2", {}, t("lobby.people")), people),
      sit,
      full,
      watch,
    ),
    destroy: () => clearInterval(timer),
  };
}
