// How the documentation page looks: the window's colors in light and dark, as the system has it, and system fonts, so
// that nothing has to be fetched.

export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f2f3f7; --surface: #ffffff; --sunken: #e7e9f0; --line: #d3d7e1;
  --ink: #10131a; --ink-soft: #434b5c; --accent: #3a33a8; --must: #9c1f1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11131a; --surface: #1b1e28; --sunken: #0b0d12; --line: #343a4a;
    --ink: #f2f4f8; --ink-soft: #bac1d0; --accent: #b4b8ff; --must: #ffaaa5;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-height: 100vh;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 Inter, system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: 0.5rem 1rem; background: var(--surface); }
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem;
  background: var(--surface); border-right: 1px solid var(--line); font-size: 0.875rem;
}
nav ul { list-style: none; margin: 0 0 0.75rem; padding: 0; }
nav a { display: block; padding: 0.15rem 0.5rem; text-decoration: none; border-radius: 0.375rem; overflow-wrap: anywhere; }
nav a:hover { background: var(--sunken); }
nav p { margin: 0; }
.brand { font-size: 1.125rem; font-weight: 700; padding-bottom: 0.5rem; }
.group { font-weight: 700; }
.group a, .brand a { color: var(--ink); }
main { padding: 1.5rem clamp(1rem, 3vw, 3rem) 4rem; max-width: 64rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.25rem; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 0.5rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h2::first-letter, .group a::first-letter { text-transform: uppercase; }
h3 { font-size: 1.125rem; margin: 0 0 0.5rem; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
p { margin: 0 0 0.5rem; }
section > h3 { margin-top: 1.25rem; }
article {
  margin: 1.25rem 0; padding: 1.25rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 0.75rem;
}
article:has(:target) { border-color: var(--accent); }
code, pre { font-family: ui-monospace, "Cascadia Mono", Consolas, "Liberation Mono", monospace; font-size: 0.875em; overflow-wrap: anywhere; }
pre {
  margin: 0.5rem 0; padding: 0.75rem 1rem; overflow-x: auto; background: var(--sunken);
  border-radius: 0.5rem; line-height: 1.45; overflow-wrap: normal;
}
pre code { font-size: 0.8125rem; overflow-wrap: normal; }
.address { font-size: 1rem; }
.method { font-weight: 700; font-size: 0.875rem; padding: 0.1rem 0.5rem; border-radius: 0.375rem; background: var(--sunken); }
.soft, .type { color: var(--ink-soft); font-size: 0.875rem; font-weight: 400; }
a.type { color: var(--accent); }
.must { color: var(--must); font-size: 0.875rem; font-weight: 600; }
.facts, .codes { margin: 0.5rem 0; padding-left: 1.25rem; }
.members { margin: 0.25rem 0; padding-left: 0.75rem; border-left: 2px solid var(--line); }
.members dt { margin-top: 0.375rem; }
.members dt > code, .problems dt > code { font-weight: 700; }
.members dd { margin: 0 0 0 1rem; font-size: 0.9375rem; }
.members dd p { margin: 0; }
.problems dt { margin-top: 1rem; padding-top: 0.25rem; }
.problems dt:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.problems dd { margin: 0 0 0 1rem; }
.problems dd p { margin: 0; }
summary { cursor: pointer; color: var(--accent); padding: 0.25rem 0; }
.example { margin: 0.25rem 0; }
@media (max-width: 48rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
}
@media print { nav { display: none; } body { display: block; } }
`;
