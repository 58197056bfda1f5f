// Chapters jump in the video; the one that is playing is marked. The page is complete without this.
"use strict";
const film = document.querySelector("video");
const jumps = [...document.querySelectorAll("button[data-t]")];

function jump(button) {
  const source = film.dataset[`session${button.dataset.session}`];
  const seconds = Number(button.dataset.t);
  const go = () => { film.currentTime = seconds; film.play().catch(() => {}); };
  if (film.dataset.now !== button.dataset.session) {
    film.dataset.now = button.dataset.session;
    film.addEventListener("loadedmetadata", go, { once: true });
    film.src = source;
  } else if (film.readyState) {
    go();
  } else {
    film.addEventListener("loadedmetadata", go, { once: true });
    film.load();
  }
  if (button.classList.contains("jump")) film.scrollIntoView({ block: "center" });
}

function mark() {
  const chapters = jumps.filter((one) => one.closest(".chapters"));
  let now = null;
  for (const one of chapters) {
    one.classList.remove("now");
    const here = one.dataset.session === film.dataset.now;
    if (here && Number(one.dataset.t) <= film.currentTime + 0.05) now = one;
  }
  if (now) now.classList.add("now");
}

if (film) {
  for (const one of jumps) one.addEventListener("click", () => jump(one));
  film.addEventListener("timeupdate", mark);
  film.addEventListener("error", () => {
    document.querySelector("#no-film").hidden = false;
  });
}

// Proofs show the pictures of their steps again, without keeping them twice in the file.
for (const copy of document.querySelectorAll("img[data-of]")) {
  const kept = document.querySelector(`#step-${copy.dataset.of} img.after`);
  if (kept) copy.src = kept.src;
  else copy.closest("figure").remove();
}
