/** What a player sets for this device: sound, how fast cards fly, how they look. Takes effect at once. */
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { prefs, setPrefs, speed } from "../prefs.js";
import { sound } from "../sound.js";

/** @typedef {"sound"|"fourColours"|"largeIndices"|"leftHanded"|"keysAnywhere"} Flag */

/** Open the settings over whatever is on the page; resolves when they are closed. @returns {Promise<void>} */
export function openSettings() {
  return new Promise((resolve) => {
    const volume = h("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 5,
      value: Math.round(prefs().volume * 100),
      disabled: !prefs().sound,
      "data-testid": "set-volume",
      onchange: () => {
        setPrefs({ volume: Number(volume.value) / 100 });
        sound("foundation", 5);
      },
    });
    const again = h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: prefs().explained.length === 0,
        "data-testid": "explain-again",
        onclick: () => {
          setPrefs({ explained: [] });
          again.disabled = true;
          again.textContent = t("settings.explained-again");
        },
      },
      t("settings.explain-again"),
    );
    const dialog = h(
      "dialog",
      { class: "dialog settings", "aria-labelledby": "settings-title", "data-testid": "settings" },
      h(
        "form",
        { method: "dialog" },
        h("h2", { id: "settings-title" }, t("settings.title")),
        toggle("sound", "set-sound", () => (volume.disabled = !prefs().sound)),
        h("label", { class: "row" }, h("span", {}, t("settings.volume")), volume),
        speeds(),
        toggle("fourColours", "set-four-colours"),
        toggle("largeIndices", "set-large-indices"),
        toggle("leftHanded", "set-left-handed"),
        toggle("keysAnywhere", "set-keys-anywhere"),
        h(
          "div",
          { class: "buttons" },
          again,
          h("button", { class: "primary", "data-testid": "settings-done" }, t("settings.done")),
        ),
        aboutOneself(),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve();
    });
    // A press beside the dialog closes it, as people expect of a small one.
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** The pages that are about a person and not a device; from a table they open beside it. */
function aboutOneself() {
  const target = location.pathname.startsWith("/r/") ? "_blank" : null;
  const close = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest("dialog")?.close();
  const link = (/** @type {string} */ where, /** @type {string} */ text) =>
    h("a", { href: `/#${where}`, target, "data-testid": `settings-${where}`, onclick: close }, text);
  return h("p", { class: "foot" }, link("you", t("settings.you")), link("kept", t("kept.title")));
}

/** @param {Flag} name @param {string} testid @param {() => void} [then] */
function toggle(name, testid, then) {
  const box = h("input", {
    type: "checkbox",
    checked: prefs()[name],
    "data-testid": testid,
    onchange: () => {
      setPrefs({ [name]: box.checked });
      then?.();
    },
  });
  return h("label", { class: "switch" }, box, h("span", {}, t(`settings.${name}`)));
}

function speeds() {
  const choice = (/** @type {import("../prefs.js").Speed} */ value) =>
    h(
      "label",
      { class: "switch" },
      h("input", {
        type: "radio",
        name: "speed",
        value,
        checked: speed() === value,
        "data-testid": `set-speed-${value}`,
        onchange: () => setPrefs({ speed: value }),
      }),
      h("span", {}, t(`speed.${value}`)),
    );
  return h(
    "fieldset",
    { class: "speeds" },
    h("legend", {}, t("settings.speed")),
    choice("normal"),
    choice("quick"),
    choice("off"),
  );
}
