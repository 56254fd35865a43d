/**
 * The page's own style, with its font within: nothing is loaded, so that it works from a folder and without a
 * network, where browsers load no fonts (https://developer.mozilla.org/docs/Web/Security/Same-origin_policy).
 */
export const pageStyle = (fontBase64: string): string => `
@font-face {
  font-family: "Inter Variable";
  font-weight: 100 900;
  src: url(data:font/woff2;base64,${fontBase64}) format("woff2");
}
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f3f8, #101014);
  --card: light-dark(#ffffff, #1a1a21);
  --well: light-dark(#f4f3f8, #24242d);
  --text: light-dark(#17171f, #f1f0f6);
  --quiet: light-dark(#5c5a6b, #a6a3b5);
  --edge: light-dark(#e4e2ec, #2c2c37);
  --accent: light-dark(#5b3fd6, #b4a3ff);
  --good: light-dark(#17693f, #6fd39b);
  font: 1rem / 1.55 "Inter Variable", system-ui, "Segoe UI", Roboto, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); }
main, footer, .top { max-width: 72rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 2.5rem); }
h1, h2, p, ul, ol, figure { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--accent); }
.hero { background: linear-gradient(135deg, #2b1a63, #5b3fd6 55%, #d9527a); color: #ffffff; }
.top { display: grid; gap: 0.75rem; padding-block: clamp(2rem, 6vw, 3.5rem); }
.brand { display: flex; align-items: center; gap: 0.6rem; font-weight: 600; }
.brand svg { width: 2.2rem; height: 2.2rem; }
h1 { font-size: clamp(1.8rem, 5vw, 2.8rem); line-height: 1.15; letter-spacing: -0.02em; }
.top p { max-width: 42rem; color: #ece7ff; }
.facts { display: flex; flex-wrap: wrap; gap: 0.5rem; padding-block-start: 0.4rem; }
.facts li { border-radius: 999px; background: rgb(0 0 0 / 0.35); padding: 0.25rem 0.8rem; font-size: 0.875rem; }
main { display: grid; gap: 2.5rem; padding-block: clamp(1.5rem, 4vw, 2.5rem); }
.results { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1.25rem; align-items: start; }
.card { overflow: hidden; border: 1px solid var(--edge); border-radius: 1rem; background: var(--card); box-shadow: 0 1px 3px rgb(0 0 0 / 0.06); }
.cover { position: relative; aspect-ratio: 16 / 10; }
.cover img { display: block; width: 100%; height: 100%; object-fit: cover; }
.cover svg { position: absolute; inset: 0; margin: auto; width: 4.5rem; height: 4.5rem; color: rgb(255 255 255 / 0.85); }
.cover .tag { position: absolute; inset: auto auto 0.7rem 0.7rem; border-radius: 999px; background: rgb(0 0 0 / 0.62); padding: 0.15rem 0.7rem; color: #ffffff; font-size: 0.8125rem; }
.inside { display: grid; gap: 0.9rem; padding: 1.1rem 1.2rem 1.25rem; }
h2 { font-size: 1.35rem; letter-spacing: -0.01em; }
.card h2 { font-size: 1.15rem; line-height: 1.3; }
.quiet { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
.takes { display: grid; gap: 0.8rem; }
.takes figcaption { display: flex; justify-content: space-between; gap: 0.75rem; padding-block-end: 0.3rem; font-size: 0.9375rem; font-weight: 500; }
.takes .quiet { white-space: nowrap; }
audio { display: block; width: 100%; height: 2.5rem; }
details { border-radius: 0.6rem; background: var(--well); }
summary { padding: 0.55rem 0.9rem; cursor: pointer; font-size: 0.9375rem; font-weight: 500; }
details pre { margin: 0; padding: 0 0.9rem 0.9rem; font: inherit; font-size: 0.9375rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.files { display: flex; flex-wrap: wrap; gap: 0.25rem 0.9rem; font-size: 0.875rem; }
.story { display: grid; gap: 1rem; }
.story ol { border: 1px solid var(--edge); border-radius: 1rem; background: var(--card); }
.story li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr) auto; gap: 0.2rem 1rem; padding: 0.8rem 1.2rem; }
.story li + li { border-block-start: 1px solid var(--edge); }
.story .does { font-weight: 500; overflow-wrap: anywhere; }
.story .says { grid-column: 2 / -1; }
.story time { color: var(--quiet); font-size: 0.875rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { border-radius: 0.3rem; background: var(--well); padding: 0.1rem 0.4rem; font-size: 0.9em; }
footer { display: grid; gap: 0.4rem; padding-block: 0 3rem; color: var(--quiet); }
@media (max-width: 36rem) {
  .story time { grid-area: 1 / 2; }
  .story li { grid-template-columns: minmax(0, 1fr) auto; }
  .story .does, .story .says { grid-column: 1 / -1; }
}
`
