// Refresh pages, send photos as soon as they are taken, turn over cards with keys, and take part in a shared seed. Only
// the last one needs this script; forms and links do the rest without it.
"use strict";
document.documentElement.classList.add("scripted");

const isBusy = () => document.body.classList.contains("sending") || [...document.querySelectorAll("main input")].some(
  (each) => each.type !== "hidden" && each.type !== "file" && (each.value !== each.defaultValue || (each.type === "radio" && each.checked !== each.defaultChecked)));

async function refresh() {
  if (isBusy()) return;
  const answer = await fetch(location.href, { headers: { "X-Renewed": "1" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.body.dataset.version === document.body.dataset.version || isBusy()) return;
  const open = [...document.querySelectorAll("details")].map((each) => each.open);
  const focus = document.activeElement && document.activeElement.getAttribute("data-key");
  for (const part of ["main", "body > nav"]) {
    const old = document.querySelector(part), now = page.querySelector(part);
    if (old && now) old.replaceWith(document.adoptNode(now));
  }
  document.querySelectorAll("details").forEach((each, place) => { each.open = open[place] ?? each.open; });
  if (focus) document.querySelector(`[data-key="${focus}"]`)?.focus();
  document.body.dataset.version = page.body.dataset.version;
  prepare();
}

async function send(form, files) {
  const progress = form.querySelector(".progress");
  document.body.classList.add("sending");
  let failed = 0;
  for (const [place, file] of [...files].entries()) {
    progress.textContent = progress.dataset.sending.replace("{number}", `${place + 1} / ${files.length}`);
    const body = new FormData();
    body.append("photo", file);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok) { failed += 1; progress.dataset.why = (await answer.json()).problem || ""; }
    } catch { failed += 1; }
  }
  form.reset();
  document.body.classList.remove("sending");
  progress.textContent = failed ? progress.dataset.why || progress.dataset.failed : "";
  if (!failed) refresh();
}

// SHA-256 in hexadecimal digits (FIPS 180-4); browsers offer crypto.subtle only to pages loaded over https.
function sha256(text) {
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((each) => n % each)) primes.push(n);
  const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const k = primes.map((each) => fraction(Math.cbrt(each)));
  const state = primes.slice(0, 8).map((each) => fraction(Math.sqrt(each)));
  const bytes = [...new TextEncoder().encode(text)], bits = bytes.length * 8;
  bytes.push(128);
  while (bytes.length % 64 !== 60) bytes.push(0);
  for (const shift of [24, 16, 8, 0]) bytes.push((bits >>> shift) & 255);
  const rotate = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < bytes.length; at += 64) {
    const w = [];
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) { w[i] = [0, 1, 2, 3].reduce((word, j) => (word << 8) | bytes[at + 4 * i + j], 0); continue; }
      const x = w[i - 15], y = w[i - 2];
      const s = (rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)) + (rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10));
      w[i] = (w[i - 16] + w[i - 7] + s) | 0;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i];
      const two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => { state[i] = (state[i] + each) | 0; });
  }
  return state.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}

// The secret stays on this phone until all phones have committed to theirs.
async function takePart() {
  const part = document.querySelector(".part");
  if (!part) return;
  const storageKey = `secret of ${part.dataset.to}`, letters = "0123456789abcdefghjkmnpqrstvwxyz";
  const newSecret = () => [...crypto.getRandomValues(new Uint8Array(20))].map((each) => letters[each % 32]).join("");
  const secret = localStorage.getItem(storageKey) ?? newSecret();
  localStorage.setItem(storageKey, secret);
  const values = part.dataset.step === "tell" ? { tell: secret } : { commit: sha256(`fairsheet.commitment/1\0${part.dataset.name}\0${secret}`) };
  part.remove();
  await fetch(part.dataset.to, { method: "POST", body: new URLSearchParams(values) });
}

function prepare() {
  takePart();
  for (const input of document.querySelectorAll(".send input[type=file]")) {
    input.addEventListener("change", () => input.files.length && send(input.form, input.files));
  }
}

// Ignore a second tap on the same form, until the page is shown again.
const sent = new Set();
document.addEventListener("submit", (event) => { if (sent.has(event.target)) event.preventDefault(); else sent.add(event.target); });
window.addEventListener("pageshow", () => sent.clear());

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea")) return;
  const key = { ArrowRight: "next", " ": "next", ArrowDown: "next", ArrowLeft: "back", ArrowUp: "back" }[event.key];
  const target = key && document.querySelector(`[data-key="${key}"]`);
  if (target && !(event.key === " " && event.target.matches("button, a"))) { event.preventDefault(); target.click(); }
});

if (document.body.dataset.events) {
  const source = new EventSource(document.body.dataset.events);
  source.onmessage = (event) => event.data !== document.body.dataset.version && refresh();
}
prepare();
