/** Jack, queen and king: a bust where the card is large enough, otherwise what they wear on their heads. */
import { s } from "./dom.js";

/** Paths as pairs of class and shape; a crown and a hat tell them apart at any size. */
/** @typedef {[name: string, d: string]} Part */

/** @type {Record<string, Part[]>} */
const HATS = {
  K: [
    ["gold", "M34 60L29 40L41 48L50 34L59 48L71 40L66 60Z"],
    ["gem", "M50 45l4 6l-4 6l-4-6ZM37.5 49l2.5 4l-2.5 4l-2.5-4ZM62.5 49l2.5 4l-2.5 4l-2.5-4Z"],
  ],
  Q: [
    [
      "gold",
      "M33 60C33 52 31 48 29 44C35 47 40 48 43 50C45 46 48 43 50 38C52 43 55 46 57 50C60 48 65 47 71 44C69 48 67 52 67 60C56 56 44 56 33 60Z",
    ],
    ["pearl", "M50 32a4 4 0 1 1-.01 0ZM29 38a3.5 3.5 0 1 1-.01 0ZM71 38a3.5 3.5 0 1 1-.01 0Z"],
  ],
  J: [
    ["gold", "M61 50C76 48 81 37 77 28C67 30 58 37 57 47Z"],
    ["robe", "M34 54C34 42 41 36 50 36C59 36 65 42 65 54Z"],
    ["robe", "M26 60C30 53 69 53 73 60C60 64 39 64 26 60Z"],
    ["gold", "M34 51C42 48 57 48 65 51V55C57 52 42 52 34 55Z"],
  ],
};

/** @type {Part[]} */
const BODY = [
  ["skin", "M41 96H59V108L50 118L41 108Z"],
  ["robe", "M9 134C9 119 24 111 39 106L50 119L61 106C76 111 91 119 91 134Z"],
  ["gold", "M35.5 105L50 122L64.5 105L60.5 101.5L50 113L39.5 101.5Z"],
];
/** @type {Part[]} */
const HEAD = [
  ["skin", "M37 70C35 96 43 107 50 107C57 107 65 96 63 70Z"],
  ["seam", "M42 80.5h5M53 80.5h5M50 83v6.5l-2.5 1M46.5 96q3.5 2 7 0"],
];

/** @type {Record<string, Part[]>} */
const FIGURES = {
  K: [
    ...BODY,
    ...HEAD,
    [
      "hair",
      "M34 70C32 84 35 92 38 95L38 70ZM66 70L62 70L62 95C65 92 68 84 66 70ZM36 86C35 107 43 117 50 117C57 117 65 107 64 86C61 92 57 93 54 91.5C52 90.5 48 90.5 46 91.5C43 93 39 92 36 86Z",
    ],
    ["lip", "M46 96.5q4 2.5 8 0q-4 -1.5 -8 0Z"],
    ["gold", "M31 71L26 46L39 56L50 40L61 56L74 46L69 71C57 67 43 67 31 71Z"],
    ["gem", "M50 54l4 6l-4 6l-4-6ZM37 60l2.5 4l-2.5 4l-2.5-4ZM63 60l2.5 4l-2.5 4l-2.5-4Z"],
  ],
  Q: [
    ["hair", "M32 66C20 96 22 114 32 123C42 118 40 96 39 74H61C60 96 58 118 68 123C78 114 80 96 68 66Z"],
    ...BODY,
    ...HEAD,
    ["hair", "M36 82C35 70 42 66 50 66C58 66 65 70 64 82C60 74 55 71 50 71C45 71 40 74 36 82Z"],
    ["lip", "M46.5 96q3.5 2.5 7 0q-3.5 -2 -7 0Z"],
    [
      "gold",
      "M32 70C32 62 30 57 28 52C34 56 39 57 42 59C45 54 48 50 50 45C52 50 55 54 58 59C61 57 66 56 72 52C70 57 68 62 68 70C56 65 44 65 32 70Z",
    ],
    ["pearl", "M50 38.5a3.8 3.8 0 1 1-.01 0ZM27.5 46a3.3 3.3 0 1 1-.01 0ZM72.5 46a3.3 3.3 0 1 1-.01 0Z"],
    ["gem", "M50 54l3.5 5l-3.5 5l-3.5-5Z"],
  ],
  J: [
    ["hair", "M34 68C29 88 30 98 36 104C41 98 38 84 38 74H62C62 84 59 98 64 104C70 98 71 88 66 68Z"],
    ...BODY,
    ...HEAD,
    ["hair", "M37 80C38 72 43 70 50 70C57 70 62 72 63 80C64 74 64 70 63 68H37C36 70 36 74 37 80Z"],
    ["gold", "M61 55C76 54 84 45 83 33C70 36 61 46 59 54Z"],
    ["robe", "M25 69C26 54 42 49 54 50C69 51 77 59 75 69C58 63 42 63 25 69Z"],
    ["gold", "M25 69C42 63 58 63 75 69L74.5 73.5C58 67.5 42 67.5 25.5 73.5Z"],
  ],
};

/** The whole bust, on a field of 100 by 140. @param {string} rank */
export function figure(rank) {
  return FIGURES[rank].map(drawn);
}

/** What they wear, about 50,49. @param {string} rank */
export function hat(rank) {
  return HATS[rank].map(drawn);
}

/** @param {Part} part */
function drawn([name, d]) {
  return s("path", { class: name, d });
}
