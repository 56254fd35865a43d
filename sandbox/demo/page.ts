import type { ChatPlatform } from '../world/addresses.ts'
import { pageStyle } from './page-style.ts'
import type { SavedFile, Transcript, TranscriptStep } from './transcript.ts'

/** What the page shows: all that was done, with the texts that were saved, by their paths. */
export interface PageContent {
  transcript: Transcript
  /** The folder that the page is in: paths of files begin with it. */
  folder: string
  texts: ReadonlyMap<string, string>
  fontBase64: string
  tookMs: number
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** What members and the service write is text, never markup. */
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const names = { discord: 'Discord', slack: 'Slack' } as const satisfies Record<ChatPlatform, string>

const isKind =
  (kind: string) =>
  ({ contentType }: SavedFile): boolean =>
    contentType.startsWith(kind)

const filesOf = ({ messages }: TranscriptStep): readonly SavedFile[] => messages.flatMap(({ files }) => files)

const lineOf = ({ messages }: TranscriptStep, index: number): string =>
  (messages[0]?.text.split('\n')[index] ?? '')
    .replace(/^-# /, '')
    .replace(/^\p{Extended_Pictographic}\uFE0F? */u, '')

const address = (folder: string, path: string): string =>
  path
    .slice(folder.length + 1)
    .split('/')
    .map(encodeURIComponent)
    .join('/')

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

/** A message names its takes in their order, each with its length. */
const titlesIn = (step: TranscriptStep): readonly string[] =>
  [...lineOf(step, 0).matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)

/** The parts of the quiet line, and the prompt among them. */
const factsOf = (step: TranscriptStep): { prompt: string | undefined; others: readonly string[] } => {
  const parts = lineOf(step, 1).split(' · ')
  const prompt = parts.find((part) => /^“.+”$/.test(part))
  return { prompt, others: parts.filter((part) => part !== prompt && !/^Job:\s/.test(part)) }
}

const note = `<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M16 27.5V13l12-2.5V25M16 27.5a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0ZM28 25a3.2 3.2 0 1 1-6.4 0A3.2 3.2 0 0 1 28 25Z" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linejoin="round"/></svg>`

const hueOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0)

/** The cover, or colours of its own where there is none. */
const renderCover = (step: TranscriptStep, folder: string): string => {
  const cover = filesOf(step).find(isKind('image/'))
  const tag = `<span class="tag">${names[step.platform]}</span>`
  if (cover !== undefined)
    return `<div class="cover"><img src="${address(folder, cover.path)}" alt="Cover of ${escapeHtml(lineOf(step, 0))}">${tag}</div>`
  const hue = hueOf(step.command)
  const colours = `linear-gradient(135deg, hsl(${hue} 55% 38%), hsl(${(hue + 60) % 360} 60% 28%))`
  return `<div class="cover" style="background: ${colours}">${note}${tag}</div>`
}

const renderTake = (file: SavedFile, name: string, folder: string): string => {
  const title = escapeHtml(name)
  return `<li><figure>
  <figcaption><span>${title}</span> <span class="quiet">${clock(file.durationSeconds ?? 0)}</span></figcaption>
  <audio controls preload="metadata" src="${address(folder, file.path)}" aria-label="${title}"></audio>
</figure></li>`
}

const renderLyrics = (step: TranscriptStep, texts: PageContent['texts']): string => {
  const lyrics = filesOf(step).flatMap(({ path, name }) =>
    name === 'lyrics.txt' ? [texts.get(path) ?? ''] : [],
  )
  return lyrics.length === 0
    ? ''
    : `<details><summary>Lyrics</summary><pre>${escapeHtml(lyrics.join('\n').trim())}</pre></details>`
}

const renderOthers = (step: TranscriptStep, folder: string): string => {
  const others = filesOf(step).filter(
    (file) => !isKind('audio/')(file) && !isKind('image/')(file) && file.name !== 'lyrics.txt',
  )
  return others.length === 0
    ? ''
    : `<p class="files">${others.map(({ path, name }) => `<a href="${address(folder, path)}">${escapeHtml(name)}</a>`).join(' ')}</p>`
}

/** What was made, as something to hear. */
const renderResult = (step: TranscriptStep, { folder, texts }: PageContent): string => {
  const takes = filesOf(step).filter(isKind('audio/'))
  const titles = titlesIn(step)
  const { prompt, others } = factsOf(step)
  const players = takes.map((take, index) => renderTake(take, titles[index] ?? take.name, folder))
  return `<article class="card">
${renderCover(step, folder)}
<div class="inside">
<h2>${escapeHtml(prompt ?? titles[0] ?? lineOf(step, 0))}</h2>
<p class="quiet">${escapeHtml(others.join(' · '))}</p>
<ul class="takes">${players.join('\n')}</ul>
${renderLyrics(step, texts)}
${renderOthers(step, folder)}
</div>
</article>`
}

const people: Readonly<Record<string, string>> = { admin: 'Ada (admin)', member: 'Max' }

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

const renderStep = (step: TranscriptStep): string => {
  const isOfPeople = !step.command.startsWith('kill ')
  return `<li>
<span class="quiet">${isOfPeople ? people[step.by] : 'The machine'}</span>
<span class="does">${escapeHtml(step.command)}</span>
<time>${seconds(step.doneMs)}</time>
<span class="says quiet">${escapeHtml(lineOf(step, 0))}</span>
</li>`
}

const renderConversation = (steps: readonly TranscriptStep[], platform: ChatPlatform): string => {
  const own = steps.filter((step) => step.platform === platform)
  return own.length === 0
    ? ''
    : `<section class="story"><h2>The conversation on ${names[platform]}</h2><ol>${own.map(renderStep).join('\n')}</ol></section>`
}

const usedIn = (steps: readonly TranscriptStep[]): number =>
  steps
    .filter((step) => filesOf(step).length > 0)
    .reduce((sum, { credits }) => sum + Number(credits.settled ?? 0), 0)

/** A page with all that was made, to be opened from its folder. */
export const renderPage = (content: PageContent): string => {
  const { steps, ok } = content.transcript
  const results = steps.filter((step) => filesOf(step).some(isKind('audio/')))
  const takes = steps.flatMap(filesOf).filter(isKind('audio/'))
  const facts = [
    `${takes.length} takes`,
    `${steps.length} requests`,
    `${usedIn(steps).toFixed(2)} credits`,
    `${Math.round(content.tookMs / 1000)} seconds`,
    ok ? 'All went well' : 'Something went wrong',
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tunesmith: what was just made</title>
<style>${pageStyle(content.fontBase64)}</style>
</head>
<body>
<header class="hero"><div class="top">
<p class="brand">${note} Tunesmith</p>
<h1>Fresh from the studio</h1>
<p>The real bot made this in a Discord server and a Slack workspace on your machine. A small studio beside them composed the music.</p>
<ul class="facts">${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>
</div></header>
<main>
<section aria-label="What was made" class="results">
${results.map((step) => renderResult(step, content)).join('\n')}
</section>
${renderConversation(steps, 'discord')}
${renderConversation(steps, 'slack')}
</main>
<footer>
<p><code>npm run sandbox</code> lets you play it yourself. <code>npm run demo -- --all</code> plays every part.</p>
</footer>
</body>
</html>
`
}
