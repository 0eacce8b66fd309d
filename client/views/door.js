/** Someone has opened a race's link, and a seat is free: what it is, who is there, and the way in. */
import { act, getRace } from "../api.js";
import { fill, h, keep, nameNode } from "../dom.js";
import { parts, t } from "../i18n.js";
import { form } from "./form.js";
import { pageHead } from "./head.js";
import { identity } from "./name.js";
import { gameName, hasRoom, nameOf, whatIsPlayed } from "./words.js";
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
  const who = identity(me, false);
  let inside = false;
  const people = h("ul", { class: "people", "data-testid": "people" });
  const host = h("p", { class: "lead" });
  const sit = form(
    {
      label: t("door.join"),
      testid: "join",
      submit: async () => {
        await who.settle();
        await act(first.id, "join");
        goIn();
      },
    },
    who.el,
  );
  const watch = h(
    "button",
    { type: "button", class: "quiet", "data-testid": "just-watch", onclick: goIn },
    t("door.watch"),
  );

  function goIn() {
    if (!inside) enter();
    inside = true;
  }

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
      (player) =>
        h("li", {}, nameNode(nameOf(player)), " ", player.level ? h("span", { class: "tag" }, t(`level.${player.level}`)) : null),
    );
    if (!hasRoom(race)) goIn(); // nothing is left to decide
  }

  const timer = setInterval(() => getRace(first.id).then(show, () => {}), LOOK_MS);
  show(first);
  return {
    el: h(
      "div",
      {},
      pageHead(gameName(first.game)),
      h(
        "section",
        { class: "narrow door" },
        h("h1", {}, t("door.title")),
        host,
        h(
          "ul",
          { class: "terms" },
          whatIsPlayed(first)
            .slice(1)
            .map((term) => h("li", {}, term)),
        ),
        sit,
        h("div", {}, h("h2", {}, t("lobby.people")), people),
        watch,
        h("p", { class: "hint" }, t("app.lead")),
      ),
    ),
    destroy: () => clearInterval(timer),
  };
}
