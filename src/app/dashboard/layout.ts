import { type Html, html } from '../html.ts'
import { base, formTokenField } from './gate.ts'

/** The pages that the bar on top leads to. */
export const pages = [
  { path: base, title: 'Overview' },
  { path: `${base}/servers`, title: 'Servers' },
  { path: `${base}/jobs`, title: 'Jobs' },
  { path: `${base}/problems`, title: 'Problems' },
  { path: `${base}/queue/`, title: 'Queue' },
] as const

interface Shell {
  title: string
  content: Html
}

const shell = ({ title, content }: Shell): Html =>
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Tunesmith</title><link rel="stylesheet" href="${base}/style.css"><link rel="icon" href="${base}/icon.svg" type="image/svg+xml"></head>
${content}</html>
`

const brand = html`<span class="brand">Tunesmith</span>`

interface PageOptions extends Shell {
  /** Which of the pages on top it is, or belongs to. */
  path: string
  /** Shown once, above the content. */
  note: string | undefined
  formToken: string
}

/** A page behind the gate. */
export const page = ({ title, content, path, note, formToken }: PageOptions): Html =>
  shell({
    title,
    content: html`<body><a class="skip" href="#content">Skip to content</a>
<header class="top"><div>${brand}
<nav aria-label="Pages"><ul>${pages.map(
      (each) =>
        html`<li><a href="${each.path}"${each.path === path && html` aria-current="page"`}>${each.title}</a></li>`,
    )}</ul></nav>
<form method="post" action="${base}/logout"><input type="hidden" name="${formTokenField}" value="${formToken}"><button class="press plain">Sign out</button></form></div></header>
<main id="content">${note !== undefined && html`<p class="note" role="status">${note}</p>`}
${content}</main></body>`,
  })

/** A page for whoever has not signed in. */
export const signInPage = (problem: string | undefined): Html =>
  shell({
    title: 'Sign in',
    content: html`<body class="alone"><main>${brand}<h1>Operator’s dashboard</h1>
<form method="post" action="${base}/login">
<label for="token">ADMIN_TOKEN</label>
<input id="token" name="token" type="password" required autofocus autocomplete="current-password" spellcheck="false"${problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`}>
${problem !== undefined && html`<p id="problem" class="error" role="alert">${problem}</p>`}
<button class="press primary">Sign in</button></form>
<p class="small">The token is in this bot’s settings. A session lasts 12 hours.</p></main></body>`,
  })

/** A page that says why there is no other. */
export const problemPage = (title: string, text: string, more: readonly string[] = []): Html =>
  shell({
    title,
    content: html`<body class="alone"><main>${brand}<h1>${title}</h1><p>${text}</p>
${more.length > 0 && html`<ul class="plain">${more.map((each) => html`<li>${each}</li>`)}</ul>`}
<p><a href="${base}">Try again</a></p></main></body>`,
  })
