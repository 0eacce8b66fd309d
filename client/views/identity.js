/** The page "You": the name, the way to another device and from one, and being forgotten. */
import { Problem, call, callMe, claimMe, eraseMe, me } from "../api.js";
import { fill, h, nameNode } from "../dom.js";
import { clock, parts, t } from "../i18n.js";
import { dropSeat, keptSeat } from "../kept.js";
import { confirm } from "./confirm.js";
import { form, valueOf } from "./form.js";
import { headed } from "./head.js";
import { copy } from "./invite.js";
import { notice, setPhase } from "./page.js";

/** @typedef {import("../types.js").Me} Me */
/** @typedef {{code: string, now: number, expires_at: number, link: string, qr: string}} Code */

/** The code in an address such as `#claim-2345-fghj`; null for any other. @param {string} way */
export function codeAt(way) {
  return way.startsWith("claim-") ? way.slice("claim-".length) : null;
}

/**
 * @param {Me|null} known
 * @param {string|null} [code] one that was brought along: not used before the person says so
 * @returns {import("./page.js").View}
 */
export function identityView(known, code = null) {
  setPhase("you", t("you.title"));
  let who = known;
  let stop = () => {};
  const page = h("section", { class: "narrow you" });

  function show() {
    stop();
    stop = () => {};
    fill(
      page,
      h("h1", {}, t("you.title")),
      h("p", { class: "lead", "data-testid": "you-are" }, who ? parts("you.are", { name: nameNode(who.name) }) : t("you.nobody")),
      code !== null ? claiming() : null,
      naming(),
      ...(who ? [taking()] : []),
      code === null ? claiming() : null,
      ...(who ? [erasing()] : []),
      h("p", {}, h("a", { class: "button quiet", href: "/#kept", "data-testid": "what-is-kept" }, t("kept.title"))),
    );
  }

  /** @param {string} title @param {...import("../dom.js").Child} children */
  function part(title, ...children) {
    return h("section", { class: "panel stack" }, h("h2", {}, title), ...children);
  }

  function naming() {
    const input = h("input", {
      name: "name",
      type: "text",
      required: true,
      maxlength: 60,
      autocomplete: "nickname",
      spellcheck: "false",
      value: who?.name ?? "",
      placeholder: t("name.example"),
      "aria-label": t("name.label"),
      "data-testid": "name",
    });
    const save = form(
      {
        label: t("you.save"),
        testid: "save-name",
        submit: async () => {
          who = await callMe(input.value.trim(), who);
          show();
          notice(t("you.saved"));
        },
      },
      input,
    );
    return part(t("name.label"), save);
  }

  function taking() {
    const shown = h("div", { class: "stack", "data-testid": "transfer" });
    const make = form({
      label: t("you.make-code"),
      testid: "make-code",
      submit: async () => {
        stop();
        stop = showCode(shown, await call("POST", "/api/me/transfer"));
      },
    });
    return part(t("you.take"), h("p", {}, t("you.take-about")), make, shown);
  }

  function claiming() {
    const input = h("input", {
      name: "code",
      type: "text",
      required: true,
      maxlength: 20,
      autocomplete: "off",
      autocapitalize: "none",
      spellcheck: "false",
      value: code ?? "",
      placeholder: t("you.code-example"),
      "aria-label": t("you.code"),
      "data-testid": "claim-code",
    });
    const use = form(
      {
        label: t("you.claim"),
        testid: "claim",
        submit: async () => {
          const became = await claim(valueOf(use, "code"), who);
          if (became === null) return;
          forgetSeat();
          who = became;
          code = null;
          // The code is used up: it need not stay in the address, nor in the browser's history.
          history.replaceState(null, "", "/#you");
          show();
          notice(parts("you.became", { name: nameNode(became.name) }));
        },
      },
      input,
    );
    return part(t("you.bring"), h("p", {}, t(code === null ? "you.bring-about" : "you.brought")), use);
  }

  function erasing() {
    const button = h(
      "button",
      { type: "button", class: "danger", "data-testid": "erase", onclick: () => void erase(button) },
      t("you.erase"),
    );
    return part(
      t("you.erase-title"),
      h("ul", {}, ["name", "races", "daily", "devices"].map((what) => h("li", {}, t(`erase-what.${what}`)))),
      h("div", { class: "buttons" }, button),
    );
  }

  /** @param {HTMLButtonElement} button */
  async function erase(button) {
    if (!(await confirm(t("you.erase-sure"), t("you.erase-yes"), t("you.erase-no")))) return;
    button.disabled = true;
    try {
      await eraseMe();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      button.disabled = false;
      return notice(t("you.erase-failed"), "warning");
    }
    forgetSeat();
    who = null;
    show();
    notice(t("you.erased"));
  }

  show();
  return { el: headed(page), destroy: () => stop() };
}

/** For the routes: whoever one is, and the code that the address has. @param {string} way */
export async function identityAt(way) {
  return identityView(await me(), codeAt(way));
}

/**
 * A code as it is shown while it can be used; returns how to stop.
 * @param {HTMLElement} within
 * @param {Code} made
 */
function showCode(within, made) {
  const link = h("input", {
    type: "text",
    readonly: true,
    value: made.link,
    "aria-label": t("you.link"),
    "data-testid": "transfer-link",
    onfocus: () => link.select(),
  });
  const left = h("p", { class: "hint", "data-testid": "transfer-left" });
  fill(
    within,
    h("p", { class: "code", "data-testid": "transfer-code" }, `${made.code.slice(0, 4)}-${made.code.slice(4)}`),
    left,
    h("p", { class: "hint warning" }, t("you.code-secret")),
    h("div", { class: "invite-link" }, link, h("button", { type: "button", onclick: () => copy(link) }, t("invite.copy"))),
    h("img", { class: "qr", src: made.qr, alt: t("you.qr"), width: 180, height: 180 }),
  );
  const began = performance.now();
  // By this device's own count: its clock may be wrong, and the code was made just now.
  const lasts = made.expires_at - made.now;
  const tick = () => {
    const rest = lasts - (performance.now() - began);
    if (rest > 0) left.textContent = t("you.code-left", { time: clock(rest) });
    else {
      stop();
      fill(within, h("p", { class: "hint" }, t("you.code-over")));
    }
  };
  const timer = setInterval(tick, 1000);
  const stop = () => clearInterval(timer);
  tick();
  return stop;
}

/**
 * Become who made the code; whoever one has been is asked first. Null if they would rather not.
 * @param {string} code
 * @param {Me|null} who
 * @returns {Promise<Me|null>}
 */
async function claim(code, who) {
  if (who && !(await confirm(t("you.claim-sure", { name: who.name }), t("you.claim-yes")))) return null;
  try {
    return await claimMe(code, false);
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== "still-racing") throw error;
  }
  if (!(await confirm(t("you.claim-racing", { name: who?.name ?? "" }), t("you.claim-leave")))) return null;
  return claimMe(code, true);
}

function forgetSeat() {
  const kept = keptSeat();
  if (kept) dropSeat(kept.race);
}
